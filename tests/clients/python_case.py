"""What the tests of generated Python share."""

import datetime as dt
import json
import os
import unittest
import urllib.request

import boto3

ULIDS = [f"01ARZ3NDEKTSV4RRFFQ69G5F{letters}" for letters in ("AA", "AB", "AC", "AD", "AE", "AF")]
ADA, BOB, EVE = ULIDS[:3]


def moment(text):
    return dt.datetime.fromisoformat(text + "+00:00")


class ServedCase(unittest.TestCase):
    """Against a server that has the tables of the model, and refuses what the model does not list."""

    @classmethod
    def setUpClass(cls):
        cls.client = boto3.client("dynamodb")

    def refusal(self, error, call, *arguments, **named):
        with self.assertRaises(error) as caught:
            call(*arguments, **named)
        return caught.exception

    @staticmethod
    def counts():
        """How often each access pattern was asked for since the server started."""
        url = os.environ["KEYWRIGHT_URL"] + "/_keywright/patterns"
        with urllib.request.urlopen(url) as answer:
            return {row["pattern"]: row["requests"] for row in json.load(answer)["patterns"]}

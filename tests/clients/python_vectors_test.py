"""The key codec of generated Python against tests/vectors/keys.json.

usage: python_vectors_test.py <keys.json>, with a generated package on the path
"""

import base64
import datetime as dt
import enum
import json
import sys
import unittest
from uuid import UUID

from research import kw


class Status(enum.Enum):
    RUNNING = "running"
    TAG = "#tag"
    BLUE = "dark-blue"


READ = {
    "timestamp": kw.TIMESTAMP.parse,
    "date": dt.date.fromisoformat,
    "uuid": UUID,
    "enum": Status,
    "bool": "true".__eq__,
}


def components_of(template, texts):
    specs = [part.partition("}")[0].partition(":")[2] for part in template.split("{")[1:]]
    return [int(text) if ".." in spec else READ.get(spec, str)(text)
            for spec, text in zip(specs, texts)]


class VectorsTest(unittest.TestCase):
    vectors = {}

    def test_templates_give_the_keys_of_the_file(self):
        self.assertGreaterEqual(len(self.vectors["templates"]), 40)
        for vector in self.vectors["templates"]:
            template = kw.SortTemplate("E", "sk", vector["template"])
            components = components_of(vector["template"], vector["components"])
            with self.subTest(vector["template"], components=components):
                if vector["key"] is None:
                    self.assertRaises(kw.Invalid, template, *components)
                else:
                    self.assertEqual(template(*components), {"sk": {"S": vector["key"]}})

    def test_templates_match_what_they_could_have_made(self):
        for vector in self.vectors["matches"]:
            with self.subTest(vector):
                template = kw.SortTemplate("E", "sk", vector["template"])
                self.assertIs(template.matches(vector["key"]), vector["matches"])

    def test_items_lie_in_the_shards_of_the_file(self):
        for vector in self.vectors["shards"]:
            key = {f"k{number}": {tag: base64.b64decode(text) if tag == "B" else text}
                   for number, (tag, text) in enumerate(vector["key"])}
            with self.subTest(key):
                self.assertEqual(kw.shard_of(key, vector["shards"]), vector["shard"])


if __name__ == "__main__":
    with open(sys.argv.pop(1), encoding="utf-8") as file:
        VectorsTest.vectors = json.load(file)
    unittest.main()

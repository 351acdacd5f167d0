"""boto3 against a server with `--model research.model.yaml --guard enforce`.

A repository as somebody writes it by hand is held against the access patterns of the model.
"""

import json
import os
import unittest
import urllib.request

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError

from job_repository import JobRepository, new_ulid

NOW = "2026-01-02T03:04:05.678Z"


def patterns():
    with urllib.request.urlopen(os.environ["KEYWRIGHT_URL"] + "/_keywright/patterns") as answer:
        return json.load(answer)


class Guard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = boto3.resource("dynamodb").Table("app-table")
        cls.jobs = JobRepository()

    def refusal(self, call, *arguments, **named):
        with self.assertRaises(ClientError) as caught:
            call(*arguments, **named)
        error = caught.exception.response["Error"]
        self.assertEqual("ValidationException", error["Code"])
        self.assertTrue(error["Message"].startswith("AccessPatternViolation: "), error["Message"])
        return error["Message"]

    def test_what_the_model_lists_goes_through_and_is_counted(self):
        before = {row["pattern"]: row["requests"] for row in patterns()["patterns"]}
        job_id = new_ulid()
        self.jobs.create_job(job_id, "tides", NOW)
        self.assertEqual("tides", self.jobs.get_job(job_id)["topic"])
        self.assertTrue(self.jobs.transition_status(job_id, "queued", "running"))
        self.assertTrue(self.jobs.transition_status(job_id, "running", "succeeded"))
        listed, _ = self.jobs.list_jobs_by_status("succeeded", limit=2)
        self.assertEqual([job_id], [item["job_id"] for item in listed])
        self.jobs.put_findings(job_id, [(f"{n:016x}", "body") for n in range(30)])
        found = self.table.query(KeyConditionExpression=Key("pk").eq(f"JOB#{job_id}")
                                 & Key("sk").between("FINDING#", "REPORT"))
        self.assertEqual(1 + 30, found["Count"])  # the job lies between its findings and report
        ran = {row["pattern"]: row["requests"] - before[row["pattern"]]
               for row in patterns()["patterns"]}
        self.assertEqual({"create_job": 1, "get_job": 1, "transition_status.start": 1,
                          "transition_status.succeed": 1, "list_jobs_by_status": 1,
                          "put_findings": 2, "get_job_with_findings": 1},
                         {name: count for name, count in ran.items() if count})

    def test_a_collection_that_reads_its_neighbours(self):
        self.assertIn("it has no condition on sk. Nearest: get_job_with_findings",
                      self.refusal(self.jobs.get_job_with_findings, new_ulid()))

    def test_a_scan(self):
        before = patterns()["violations_by_kind"].get("scan", 0)
        message = self.refusal(self.table.scan, FilterExpression=Attr("status").eq("running"))
        self.assertIn("no access pattern scans app-table. Nearest: list_jobs_by_status", message)
        after = patterns()
        self.assertEqual(before + 1, after["violations_by_kind"]["scan"])
        self.assertIn(message, after["recent_violations"])

    def test_a_move_that_forgets_the_index(self):
        self.assertIn("it leaves gsi1pk of gsi1 as it was, which is then stale", self.refusal(
            self.table.update_item, Key={"pk": f"JOB#{new_ulid()}", "sk": "METADATA"},
            UpdateExpression="SET #status = :status", ConditionExpression=Attr("status").eq("queued"),
            ExpressionAttributeNames={"#status": "status"},
            ExpressionAttributeValues={":status": "running"}))

    def test_an_id_that_is_none(self):
        self.assertIn('job_id is no ulid as keys write it: "7"',
                      self.refusal(self.jobs.get_job, "7"))

    def test_a_table_of_somebody_else(self):
        before = patterns()["other_tables"]
        with self.assertRaises(ClientError) as caught:
            boto3.client("dynamodb").scan(TableName="another-table")
        self.assertEqual("ResourceNotFoundException", caught.exception.response["Error"]["Code"])
        self.assertEqual(before + 1, patterns()["other_tables"])


if __name__ == "__main__":
    unittest.main()

"""The Python half of shared_table_test.cpp.

usage: shared_table.py <address of the server>
"""

import sys

import boto3

from job_repository import JobRepository

OURS, THEIRS = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW"

jobs = JobRepository(resource=boto3.resource(
    "dynamodb", endpoint_url=sys.argv[1], region_name="us-east-1",
    aws_access_key_id="AKIDEXAMPLE", aws_secret_access_key="secret"))

job = jobs.get_job(OURS)
assert (job["topic"], job["status"], job["created_at"]) == (
    "tides", "queued", "2026-01-02T03:04:05.678Z"), job
items = jobs.get_job_with_findings(OURS)
assert [item.get("body") for item in items] == ["body 0", "body 1", "body 2", None], items
listed, _ = jobs.list_jobs_by_status("queued")
assert [item["job_id"] for item in listed] == [OURS], listed

assert jobs.transition_status(OURS, "queued", "running")
assert not jobs.transition_status(OURS, "queued", "running")
jobs.create_job(THEIRS, "moon", "2026-02-03T04:05:06.789Z")
jobs.put_findings(THEIRS, [(f"{number:016x}", f"finding {number}") for number in range(40)])

"""What docs/python.md shows, on a server that enforces the reference model."""

import datetime as dt

import boto3
import research
from research import JobRepository, JobStatus, kw

job_id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
now = dt.datetime.now(dt.timezone.utc)
jobs = JobRepository(boto3.client("dynamodb"))

jobs.create_job(research.Job(job_id=job_id, topic="tides", created_at=now))
whole = jobs.get_job_with_findings(job_id)      # one Query: JobWithFindings, or None
for row in jobs.each_job_by_status(JobStatus.QUEUED):
    print(row.topic)
page = jobs.list_jobs_by_status(JobStatus.RUNNING, limit=25)    # the next one: cursor=page.next_cursor
try:
    job = jobs.start(job_id)                    # condition, state and index key in one request
except kw.ConditionFailed as lost:
    print("too late:", lost, lost.stored(research.JOB))

assert whole.job.topic == row.topic == "tides" and whole.findings == []
assert page.items == [] and job.status is JobStatus.RUNNING

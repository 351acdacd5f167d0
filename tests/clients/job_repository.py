"""A repository as a Python service writes one on boto3, over the table of the research model.

Nothing here knows which server answers.
"""

import secrets
import time

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError

TABLE = "app-table"
ULID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_ulid():
    number = int(time.time() * 1000) << 80 | secrets.randbits(80)
    return "".join(ULID_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def create_table(resource, name=TABLE):
    table = resource.create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"},
                   {"AttributeName": "sk", "KeyType": "RANGE"}],
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"}
                              for key in ("pk", "sk", "gsi1pk", "gsi1sk")],
        GlobalSecondaryIndexes=[{
            "IndexName": "gsi1",
            "KeySchema": [{"AttributeName": "gsi1pk", "KeyType": "HASH"},
                          {"AttributeName": "gsi1sk", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }],
        BillingMode="PAY_PER_REQUEST")
    table.wait_until_exists()
    return table


class JobRepository:
    def __init__(self, table_name=TABLE, resource=None):
        self.table = (resource or boto3.resource("dynamodb")).Table(table_name)

    def create_job(self, job_id, topic, created_at):
        self.table.put_item(
            Item={"pk": f"JOB#{job_id}", "sk": "METADATA", "_type": "Job", "job_id": job_id,
                  "status": "queued", "topic": topic, "created_at": created_at,
                  "gsi1pk": "STATUS#queued", "gsi1sk": created_at},
            ConditionExpression="attribute_not_exists(pk)")

    def get_job(self, job_id):
        answer = self.table.get_item(Key={"pk": f"JOB#{job_id}", "sk": "METADATA"},
                                     ConsistentRead=True)
        return answer.get("Item")

    def get_job_with_findings(self, job_id):
        answer = self.table.query(KeyConditionExpression=Key("pk").eq(f"JOB#{job_id}"))
        return answer["Items"]

    def list_jobs_by_status(self, status, limit=50, start=None):
        """Newest first; returns the page and where the next begins."""
        more = {"ExclusiveStartKey": start} if start else {}
        answer = self.table.query(IndexName="gsi1",
                                  KeyConditionExpression=Key("gsi1pk").eq(f"STATUS#{status}"),
                                  ProjectionExpression="job_id, #status, topic, created_at",
                                  ExpressionAttributeNames={"#status": "status"},
                                  ScanIndexForward=False, Limit=limit, **more)
        return answer["Items"], answer.get("LastEvaluatedKey")

    def transition_status(self, job_id, expected, status):
        """False if the job is not in the expected status any more."""
        try:
            self.table.update_item(
                Key={"pk": f"JOB#{job_id}", "sk": "METADATA"},
                UpdateExpression="SET #status = :status, gsi1pk = :gsi1pk",
                ConditionExpression=Attr("status").eq(expected),
                ExpressionAttributeNames={"#status": "status"},
                ExpressionAttributeValues={":status": status, ":gsi1pk": f"STATUS#{status}"})
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
            return False
        return True

    def put_findings(self, job_id, findings):
        with self.table.batch_writer() as batch:
            for finding_id, body in findings:
                batch.put_item(Item={"pk": f"JOB#{job_id}", "sk": f"FINDING#{finding_id}",
                                     "_type": "Finding", "job_id": job_id,
                                     "finding_id": finding_id, "body": body})

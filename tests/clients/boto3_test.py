"""boto3, resource and client, against the server whose address the environment gives."""

import concurrent.futures
import decimal
import unittest

import boto3
import botocore.config
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError

from job_repository import JobRepository, create_table, new_ulid

Decimal = decimal.Decimal


def table_of(name, resource=None):
    """A table with a string partition key and a number sort key."""
    table = (resource or boto3.resource("dynamodb")).create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"},
                   {"AttributeName": "sk", "KeyType": "RANGE"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"},
                              {"AttributeName": "sk", "AttributeType": "N"}],
        BillingMode="PAY_PER_REQUEST")
    table.wait_until_exists()
    return table


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.resource = boto3.resource("dynamodb")
        cls.client = boto3.client("dynamodb")

    def assert_refused(self, code, message, call, **arguments):
        with self.assertRaises(ClientError) as caught:
            call(**arguments)
        self.assertEqual(code, caught.exception.response["Error"]["Code"])
        self.assertIn(message, caught.exception.response["Error"]["Message"])
        return caught.exception.response


class Repository(ClientTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.table = create_table(cls.resource, "repository")
        cls.jobs = JobRepository("repository", cls.resource)

    def test_a_job_is_created_once(self):
        job_id = new_ulid()
        self.jobs.create_job(job_id, "tides", "2026-01-02T03:04:05.678Z")
        self.assertEqual("tides", self.jobs.get_job(job_id)["topic"])
        self.assert_refused("ConditionalCheckFailedException", "The conditional request failed",
                            self.jobs.create_job, job_id=job_id, topic="moon", created_at="2026")
        self.assertEqual("tides", self.jobs.get_job(job_id)["topic"])

    def test_a_job_that_is_not_there(self):
        self.assertIsNone(self.jobs.get_job(new_ulid()))

    def test_a_race_has_one_winner(self):
        job_id = new_ulid()
        self.jobs.create_job(job_id, "race", "2026-01-02T03:04:05.678Z")

        def start(_):
            own = JobRepository("repository", boto3.session.Session().resource("dynamodb"))
            return own.transition_status(job_id, "queued", "running")

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(1, sum(pool.map(start, range(8))))
        self.assertEqual("running", self.jobs.get_job(job_id)["status"])

    def test_lists_newest_first_page_by_page(self):
        ids = [new_ulid() for _ in range(25)]
        for minute, job_id in enumerate(ids):
            self.jobs.create_job(job_id, "pages", f"2026-01-02T03:{minute:02}:00.000Z")
            self.assertTrue(self.jobs.transition_status(job_id, "queued", "paging"))
        seen, start, pages = [], None, 0
        while pages == 0 or start:
            items, start = self.jobs.list_jobs_by_status("paging", 10, start)
            seen += [item["job_id"] for item in items]
            pages += 1
        self.assertEqual(ids[::-1], seen)
        self.assertEqual(3, pages)

    def test_findings_by_batch_and_one_query(self):
        job_id = new_ulid()
        self.jobs.create_job(job_id, "fan-in", "2026-01-02T03:04:05.678Z")
        findings = [(f"{number:016x}", "body " * 20) for number in range(120)]
        self.jobs.put_findings(job_id, findings)
        items = self.jobs.get_job_with_findings(job_id)
        self.assertEqual([f"FINDING#{finding_id}" for finding_id, _ in findings] + ["METADATA"],
                         [item["sk"] for item in items])


class Items(ClientTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.table = table_of("items", cls.resource)

    def test_every_type_comes_back_as_it_went(self):
        item = {
            "pk": "types", "sk": Decimal("-1.5"), "string": "zwölf\u0000\u2028\U0001F680\"\\",
            "empty": "", "number": Decimal("12345678901234567890123456789012345678"),
            "small": Decimal("1E-130"), "binary": bytes(range(256)), "true": True, "null": None,
            "map": {"a": {"b": [1, "two", {"three": Decimal("3.25")}]}},
            "list": [], "strings": {"a", "b"}, "numbers": {Decimal(1), Decimal("2.5")},
            "binaries": {b"\x00", b"\xff"},
        }
        self.table.put_item(Item=item)
        stored = self.table.get_item(Key={"pk": "types", "sk": Decimal("-1.5")})["Item"]
        stored["binary"] = bytes(stored["binary"])
        stored["binaries"] = {bytes(value) for value in stored["binaries"]}
        self.assertEqual(item, stored)

    def test_update_returns_and_arithmetic(self):
        key = {"pk": "update", "sk": 1}
        for expected in (5, 10):
            answer = self.table.update_item(
                Key=key, UpdateExpression="ADD hits :n SET tags = list_append("
                "if_not_exists(tags, :none), :tag)", ExpressionAttributeValues={
                    ":n": 5, ":none": [], ":tag": ["x"]}, ReturnValues="UPDATED_NEW")
            self.assertEqual(expected, answer["Attributes"]["hits"])
        self.assertEqual(["x", "x"], answer["Attributes"]["tags"])

    def test_failed_condition_shows_the_item(self):
        key = {"pk": {"S": "shown"}, "sk": {"N": "1"}}
        self.client.put_item(TableName="items", Item={**key, "v": {"N": "7"}})
        response = self.assert_refused(
            "ConditionalCheckFailedException", "The conditional request failed",
            self.client.delete_item, TableName="items", Key=key,
            ConditionExpression="v = :v", ExpressionAttributeValues={":v": {"N": "8"}},
            ReturnValuesOnConditionCheckFailure="ALL_OLD")
        self.assertEqual({"N": "7"}, response["Item"]["v"])

    def test_paginator_reads_everything_past_one_megabyte(self):
        with self.table.batch_writer() as batch:
            for number in range(60):
                batch.put_item(Item={"pk": "large", "sk": number, "body": "x" * 50_000})
        pages = list(self.client.get_paginator("query").paginate(
            TableName="items", KeyConditionExpression="pk = :pk",
            ExpressionAttributeValues={":pk": {"S": "large"}}))
        numbers = [int(item["sk"]["N"]) for page in pages for item in page["Items"]]
        self.assertEqual(list(range(60)), numbers)
        self.assertEqual(3, len(pages))
        scanned = self.client.get_paginator("scan").paginate(
            TableName="items", FilterExpression="pk = :pk",
            ExpressionAttributeValues={":pk": {"S": "large"}}, PaginationConfig={"PageSize": 7})
        self.assertEqual(60, sum(page["Count"] for page in scanned))

    def test_parallel_scan_sees_each_item_once(self):
        table = table_of("segments", self.resource)
        with table.batch_writer() as batch:
            for number in range(200):
                batch.put_item(Item={"pk": f"item-{number}", "sk": 0})
        keys = []
        for segment in range(4):
            items = table.scan(Segment=segment, TotalSegments=4)["Items"]
            self.assertNotEqual([], items)
            keys += [item["pk"] for item in items]
        self.assertEqual(sorted(f"item-{number}" for number in range(200)), sorted(keys))

    def test_batch_writer_keeps_the_last_of_two(self):
        with self.table.batch_writer(overwrite_by_pkeys=["pk", "sk"]) as batch:
            batch.put_item(Item={"pk": "twice", "sk": 1, "v": 1})
            batch.put_item(Item={"pk": "twice", "sk": 1, "v": 2})
        keys = [{"pk": "twice", "sk": 1}, {"pk": "twice", "sk": 2}]
        answer = self.resource.batch_get_item(RequestItems={"items": {"Keys": keys}})
        self.assertEqual([2], [item["v"] for item in answer["Responses"]["items"]])
        self.assertEqual({}, answer["UnprocessedKeys"])

    def test_transaction_is_all_or_nothing(self):
        def put(number, **more):
            return {"Put": {"TableName": "items", "Item": {
                "pk": {"S": "transaction"}, "sk": {"N": str(number)}}, **more}}

        self.client.transact_write_items(TransactItems=[put(1), put(2)])
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as caught:
            self.client.transact_write_items(TransactItems=[
                put(3), put(1, ConditionExpression="attribute_not_exists(pk)")])
        self.assertEqual(["None", "ConditionalCheckFailed"], [
            reason["Code"] for reason in caught.exception.response["CancellationReasons"]])
        self.assertEqual(2, self.table.query(
            KeyConditionExpression=Key("pk").eq("transaction"))["Count"])

    def test_legacy_parameters(self):
        self.table.put_item(Item={"pk": "legacy", "sk": 1, "v": 1})
        self.table.update_item(
            Key={"pk": "legacy", "sk": 1}, Expected={"v": {"Value": 1, "Exists": True}},
            AttributeUpdates={"v": {"Value": 2, "Action": "ADD"}})
        answer = self.table.query(KeyConditions={
            "pk": {"ComparisonOperator": "EQ", "AttributeValueList": ["legacy"]}},
            QueryFilter={"v": {"ComparisonOperator": "GT", "AttributeValueList": [2]}},
            AttributesToGet=["v"])
        self.assertEqual([{"v": 3}], answer["Items"])

    def test_partiql(self):
        run = self.client.execute_statement
        run(Statement="INSERT INTO items VALUE {'pk': 'partiql', 'sk': ?, 'v': ?}",
            Parameters=[{"N": "1"}, {"S": "a"}])
        self.assert_refused("DuplicateItemException", "Duplicate primary key exists in table", run,
                            Statement="INSERT INTO items VALUE {'pk': 'partiql', 'sk': 1}")
        run(Statement="UPDATE items SET v = 'b' WHERE pk = 'partiql' AND sk = 1")
        answer = run(Statement="SELECT v FROM items WHERE pk = 'partiql'")
        self.assertEqual([{"v": {"S": "b"}}], answer["Items"])

    def test_errors_have_their_class_and_text(self):
        with self.assertRaises(self.client.exceptions.ResourceNotFoundException):
            self.client.get_item(TableName="missing", Key={"pk": {"S": "a"}})
        self.assert_refused("ValidationException",
                            "The provided key element does not match the schema",
                            self.table.get_item, Key={"pk": "a"})

    def test_large_answers_are_compressed_and_whole(self):
        self.table.put_item(Item={"pk": "big", "sk": 1, "body": "abc" * 130_000})
        client = boto3.client("dynamodb", config=botocore.config.Config(retries={
            "total_max_attempts": 1}))  # a wrong checksum would show as a retry
        item = client.get_item(TableName="items", Key={"pk": {"S": "big"}, "sk": {"N": "1"}})["Item"]
        self.assertEqual(390_000, len(item["body"]["S"]))


class Tables(ClientTest):
    def test_life_of_a_table(self):
        table = table_of("life", self.resource)
        self.assertIn("life", self.client.list_tables()["TableNames"])
        self.client.update_table(
            TableName="life", AttributeDefinitions=[
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "N"},
                {"AttributeName": "owner", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": {
                "IndexName": "by_owner", "KeySchema": [{"AttributeName": "owner", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}}])
        self.client.get_waiter("table_exists").wait(TableName="life")
        table.reload()
        self.assertEqual(["by_owner"], [index["IndexName"] for index in table.global_secondary_indexes])
        self.assertEqual("PAY_PER_REQUEST", table.billing_mode_summary["BillingMode"])
        table.delete()
        self.client.get_waiter("table_not_exists").wait(TableName="life")
        self.assert_refused("ResourceNotFoundException", "Requested resource not found: Table: life",
                            self.client.describe_table, TableName="life")

    def test_time_to_live_and_tags(self):
        table = table_of("settings", self.resource)
        self.client.update_time_to_live(TableName="settings", TimeToLiveSpecification={
            "Enabled": True, "AttributeName": "expires_at"})
        described = self.client.describe_time_to_live(TableName="settings")
        self.assertEqual({"TimeToLiveStatus": "ENABLED", "AttributeName": "expires_at"},
                         described["TimeToLiveDescription"])
        arn = table.table_arn
        self.client.tag_resource(ResourceArn=arn, Tags=[{"Key": "team", "Value": "a b"}])
        self.assertEqual([{"Key": "team", "Value": "a b"}],
                         self.client.list_tags_of_resource(ResourceArn=arn)["Tags"])
        self.client.untag_resource(ResourceArn=arn, TagKeys=["team"])
        self.assertEqual([], self.client.list_tags_of_resource(ResourceArn=arn)["Tags"])

    def test_a_stream_tells_every_change(self):
        table = table_of("streamed", self.resource)
        self.client.update_table(TableName="streamed", StreamSpecification={
            "StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})
        table.wait_until_exists()
        table.put_item(Item={"pk": "a", "sk": 1, "v": 1})
        table.put_item(Item={"pk": "a", "sk": 1, "v": 2})
        table.put_item(Item={"pk": "a", "sk": 1, "v": 2})  # changes nothing
        table.delete_item(Key={"pk": "a", "sk": 1})
        streams = boto3.client("dynamodbstreams")
        arn = streams.list_streams(TableName="streamed")["Streams"][0]["StreamArn"]
        records = []
        for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
            iterator = streams.get_shard_iterator(
                StreamArn=arn, ShardId=shard["ShardId"],
                ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
            records += streams.get_records(ShardIterator=iterator)["Records"]
        self.assertEqual(["INSERT", "MODIFY", "REMOVE"], [r["eventName"] for r in records])
        self.assertEqual({"N": "1"}, records[1]["dynamodb"]["OldImage"]["v"])
        self.assertEqual({"N": "2"}, records[1]["dynamodb"]["NewImage"]["v"])


if __name__ == "__main__":
    unittest.main()

"""The runtime of generated Python against a scripted client: no server, no time passes."""

import datetime as dt
import unittest

import research
from research import kw

JOB = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
NOW = dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc)


class ServiceError(Exception):
    """As botocore raises it."""

    def __init__(self, code, **more):
        super().__init__(code)
        self.response = {"Error": {"Code": code, "Message": f"{code} happened"}, **more}


class Client:
    """Answers in their order; an exception is raised. Remembers what was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __getattr__(self, operation):
        def call(**request):
            self.requests.append((operation, request))
            answer = self.answers.pop(0) if self.answers else {}
            if callable(answer):
                answer = answer(request)
            if isinstance(answer, Exception):
                raise answer
            return answer
        return call


class Case(unittest.TestCase):
    def setUp(self):
        self.pauses = []
        self.time = 0.0
        self.reports = []

    def options(self, **more):
        def sleep(seconds):
            self.pauses.append(seconds)
            self.time += seconds
        return kw.Options(clock=lambda: NOW, sleep=sleep, random=lambda: 1.0,
                          monotonic=lambda: self.time, **more)

    def jobs(self, *answers, **more):
        self.client = Client(*answers)
        return research.JobRepository(self.client, self.options(**more))


def finding(number):
    return research.Finding(job_id=JOB, finding_id=f"{number:016x}", body="x")


def unprocessed(count):
    """Leaves the last so many of a batch."""
    def answer(request):
        (table, writes), = request["RequestItems"].items()
        return {"UnprocessedItems": {table: writes[-count:]} if count else {}}
    return answer


class BatchTest(Case):
    def test_chunks_of_25_and_what_is_left_again(self):
        jobs = self.jobs(unprocessed(0), unprocessed(7), unprocessed(2), unprocessed(0))
        report = jobs.put_findings(map(finding, range(45)))
        self.assertEqual((report.written, report.requests, report.complete), (45, 4, True))
        sizes = [len(request["RequestItems"]["app-table"]) for _, request in self.client.requests]
        self.assertEqual(sizes, [25, 20, 7, 2])
        self.assertEqual(self.pauses, [0.025, 0.025])  # progress earns a fresh start

    def test_one_that_stays_stuck_is_named(self):
        jobs = self.jobs(*[unprocessed(1)] * 20, retry=kw.RetryPolicy(max_attempts=4))
        report = jobs.put_findings(map(finding, range(3)))
        self.assertEqual(report.written, 2)
        self.assertEqual(list(report.unwritten), [2])
        self.assertIsInstance(report.unwritten[2], kw.Throttled)

    def test_the_deadline_ends_it(self):
        report = self.jobs(*[unprocessed(1)] * 50).put_findings([finding(1)], deadline=1.0)
        self.assertIsInstance(report.unwritten[0], kw.DeadlinePassed)
        self.assertLessEqual(self.time, 1.0)

    def test_a_failed_chunk_hides_no_other(self):
        jobs = self.jobs(ServiceError("AccessDeniedException"), unprocessed(0))
        report = jobs.put_findings(map(finding, range(30)))
        self.assertEqual(report.written, 5)
        self.assertEqual(list(report.unwritten), list(range(25)))
        self.assertIsInstance(report.unwritten[0], ServiceError)

    def test_the_same_item_twice_is_refused_before_anything_is_sent(self):
        with self.assertRaisesRegex(kw.Invalid, "inputs 0 and 2 are the same item JOB#"):
            self.jobs().put_findings([finding(1), finding(2), finding(1)])
        self.assertEqual(self.client.requests, [])


class RetryTest(Case):
    def test_conflicts_are_repeated_and_conditions_are_not(self):
        jobs = self.jobs(ServiceError("TransactionConflictException"),
                         ServiceError("TransactionConflictException"),
                         ServiceError("ConditionalCheckFailedException"))
        with self.assertRaises(kw.ConditionFailed) as caught:
            jobs.start(JOB)
        self.assertEqual(str(caught.exception),
                         f"transition_status.start: there is no item JOB#{JOB}/METADATA")
        self.assertEqual(self.pauses, [0.025, 0.05])

    def test_a_transaction_repeats_contention_only(self):
        conflict = ServiceError("TransactionCanceledException", CancellationReasons=[
            {"Code": "TransactionConflict"}, {"Code": "None"}])
        failed = ServiceError("TransactionCanceledException", CancellationReasons=[
            {"Code": "ConditionalCheckFailed", "Item": {"status": {"S": "succeeded"}}},
            {"Code": "None"}])
        debug = research.JobDebug(job_id=JOB, payload=None)
        jobs = self.jobs(conflict, failed)
        with self.assertRaisesRegex(kw.ConditionFailed, "is succeeded, not queued or running"):
            jobs.fail(JOB, error="x", job_debug=debug)
        (_, first), (_, second) = self.client.requests
        self.assertEqual(first, second)  # with its token: it is the same request
        put = first["TransactItems"][1]["Put"]["Item"]
        self.assertEqual(put["expires_at"], {"N": str(int(NOW.timestamp()) + 7 * 86400)})

    def test_what_is_none_of_ours_passes_through(self):
        with self.assertRaises(ServiceError):
            self.jobs(ServiceError("UnrecognizedClientException")).get_job(JOB)
        with self.assertRaises(ZeroDivisionError):
            self.jobs(ZeroDivisionError()).get_job(JOB)
        with self.assertRaises(kw.NotFound):
            self.jobs(ServiceError("ResourceNotFoundException")).get_job(JOB)


class ReadTest(Case):
    def item(self, **more):
        return {"pk": {"S": f"JOB#{JOB}"}, "sk": {"S": "METADATA"}, "job_id": {"S": JOB},
                "status": {"S": "queued"}, "created_at": {"S": "2026-01-02T03:04:05.678Z"},
                "topic": {"S": "tides"}, **more}

    def test_old_items_read_with_defaults_and_bad_ones_by_name(self):
        job = self.jobs({"Item": self.item()}).get_job(JOB)
        self.assertIsNone(job.error)
        self.assertEqual(self.jobs({"Item": self.item(error={"NULL": True})}).get_job(JOB), job)
        for change, words in [
                ({"status": {"S": "lost"}}, 'Job.status is "lost", none of queued, running'),
                ({"topic": {"N": "1"}}, "Job.topic has type N, not S"),
                ({"created_at": {"S": "2026-01-02"}}, "Job.created_at is .* not a time such as"),
                ({"job_id": {"S": "x"}}, "Job.job_id is 'x', not a ULID")]:
            with self.assertRaisesRegex(kw.DecodeError, words):
                self.jobs({"Item": self.item(**change)}).get_job(JOB)
        item = self.item()
        del item["topic"]
        with self.assertRaisesRegex(kw.DecodeError, "Job.topic is missing"):
            self.jobs({"Item": item}).get_job(JOB)

    def test_items_of_others_are_told_apart_by_their_keys(self):
        other = {"pk": {"S": f"JOB#{JOB}"}, "sk": {"S": "FINDING#00"}, "job_id": {"S": JOB},
                 "finding_id": {"S": "00"}, "body": {"S": "b"}}
        whole = self.jobs({"Items": [other, self.item()]}).get_job_with_findings(JOB)
        self.assertEqual([each.finding_id for each in whole.findings], ["00"])
        foreign = {**other, "_type": {"S": "Page"}}
        with self.assertRaisesRegex(kw.UnknownEntity, "of no entity that is read here"):
            self.jobs({"Items": [foreign, self.item()]}).get_job_with_findings(JOB)
        whole = self.jobs({"Items": [foreign, self.item()]},
                          skip_unreadable=True).get_job_with_findings(JOB)
        self.assertEqual(whole.findings, [])
        self.assertIsNone(self.jobs({"Items": [other]}).get_job_with_findings(JOB))

    def test_pages_go_on_where_they_end_and_limits_hold_over_them(self):
        def row(number):
            return {**self.item(topic={"S": str(number)}), "gsi1pk": {"S": "STATUS#queued"},
                    "gsi1sk": {"S": f"2026-01-0{number}"}}
        last = {"pk": {"S": "a"}, "sk": {"S": "b"}}
        status = research.JobStatus.QUEUED
        jobs = self.jobs({"Items": [row(1)], "LastEvaluatedKey": last},
                         {"Items": [], "LastEvaluatedKey": last}, {"Items": [row(2), row(3)]})
        self.assertEqual([job.topic for job in jobs.each_job_by_status(status)], ["1", "2", "3"])
        self.assertEqual([request.get("ExclusiveStartKey") for _, request in self.client.requests],
                         [None, last, last])
        jobs = self.jobs({"Items": [row(1)], "LastEvaluatedKey": last},
                         {"Items": [row(2)], "LastEvaluatedKey": last})
        page = jobs.list_jobs_by_status(status, limit=2)
        self.assertEqual([request["Limit"] for _, request in self.client.requests], [2, 1])
        with self.assertRaises(kw.BadCursor):
            jobs.list_jobs_by_status(research.JobStatus.FAILED, cursor=page.next_cursor)
        with self.assertRaises(kw.Invalid):
            jobs.list_jobs_by_status(status, limit=0)

    def test_the_observer_is_told_of_every_call(self):
        jobs = self.jobs({"Item": self.item(), "ConsumedCapacity": {"CapacityUnits": 1.5}},
                         ServiceError("ConditionalCheckFailedException"),
                         observer=self.reports.append)
        jobs.get_job(JOB)
        self.assertRaises(kw.ConditionFailed, jobs.start, JOB)
        get, start = self.reports
        self.assertEqual((get.pattern, get.operation, get.items, get.read_units),
                         ("get_job", "GetItem", 1, 1.5))
        self.assertEqual((start.pattern, start.requests), ("transition_status.start", 1))
        self.assertIsInstance(start.error, kw.ConditionFailed)
        self.assertEqual(self.client.requests[0][1]["ReturnConsumedCapacity"], "TOTAL")


    def test_what_a_batch_could_not_read_is_no_item_of_its_report(self):
        key = {"pk": {"S": f"JOB#{JOB}"}, "sk": {"S": "METADATA"}}
        other = {**key, "sk": {"S": "x"}}
        self.client = Client({"Responses": {"app-table": [
            self.item(), self.item(sk=other["sk"], status={"S": "odd"})]}})
        repository = kw.Repository(self.client, research.TABLE,
                                   self.options(observer=self.reports.append))
        batch = repository.batch_get(kw.GetPattern(name="jobs"), research.JOB, [other, key])
        self.assertEqual((list(batch.unread), batch.items[0]), ([0], None))
        self.assertEqual(batch.items[1].topic, "tides")
        report, = self.reports
        self.assertEqual(report.items, 1)
        self.assertIs(report.error, batch.unread[0])
        self.assertIsInstance(report.error, kw.DecodeError)


class TransactionTest(Case):
    """Where a step has nothing to change, nothing to show, or nothing to give back."""

    KEY = {"pk": {"S": f"JOB#{JOB}"}, "sk": {"S": "METADATA"}}
    PATCH = kw.WritePattern(name="patch", precondition=kw.Precondition.PRESENT)

    def repository(self, *answers):
        self.client = Client(*answers)
        return kw.Repository(self.client, research.TABLE, self.options())

    def test_an_update_that_changes_nothing_still_asks_for_its_item(self):
        write = kw.WriteTransaction(self.PATCH, of_steps=True)
        write.add(kw.Update(self.PATCH, research.JOB, self.KEY))
        changing = kw.Update(self.PATCH, research.JOB, {**self.KEY, "sk": {"S": "x"}})
        changing.set("topic", "tides")
        write.add(changing)
        missing = ServiceError("TransactionCanceledException", CancellationReasons=[
            {"Code": "ConditionalCheckFailed"}, {"Code": "None"}])
        with self.assertRaisesRegex(kw.TransactionCancelled, "patch: there is no item JOB#"):
            self.repository(missing).transact(write)
        check, update = self.client.requests[0][1]["TransactItems"]
        self.assertEqual(check, {"ConditionCheck": {
            "TableName": "app-table", "Key": self.KEY,
            "ConditionExpression": "attribute_exists(#pk)",
            "ExpressionAttributeNames": {"#pk": "pk"},
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}})
        self.assertEqual(update["Update"]["UpdateExpression"], "SET #topic = :topic")

    def test_an_item_that_has_nothing_of_what_is_asked_for_is_there(self):
        entity = kw.Entity("Note", dict, [kw.Field("note", kw.STRING, optional=True)])
        read = kw.ReadTransaction(kw.GetPattern(name="read"))
        patterns = [kw.GetPattern(name="note", projection="#note", ttl_attribute="until"),
                    kw.GetPattern(name="keys", projection="#pk"), kw.GetPattern(name="all")]
        found = [read.get(pattern, entity, self.KEY) for pattern in patterns]
        there = {"Item": {"pk": self.KEY["pk"]}}
        self.repository({"Responses": [there, there, {}]}).read_transaction(read)
        self.assertEqual([each.item for each in found], [{"note": None}, {"note": None}, None])
        gets = [each["Get"] for each in self.client.requests[0][1]["TransactItems"]]
        self.assertEqual([each.get("ProjectionExpression") for each in gets],
                         ["#note, #pk, #until", "#pk", None])

    def test_a_value_of_another_is_no_reason_not_to_give_it_back(self):
        write = kw.WriteTransaction(self.PATCH, of_steps=True)
        for sort in ("a", "b"):
            write.add(kw.Delete(self.PATCH, research.JOB, {**self.KEY, "sk": {"S": sort}}))
        write.release("topic", {"S": "UNIQUE#Job#topic#tides"})
        other = {"pk": {"S": "UNIQUE#Job#topic#tides"}, "owner": {"L": [{"S": "other"}]}}
        for reason, codes in [
                ({"Code": "ConditionalCheckFailed", "Item": other},
                 ["ConditionalCheckFailed", "None"]),
                ({"Code": "ValidationError"}, ["ConditionalCheckFailed", "ValidationError"])]:
            cancelled = ServiceError("TransactionCanceledException", CancellationReasons=[
                {"Code": "ConditionalCheckFailed"}, {"Code": "None"}, reason])
            with self.assertRaises(kw.TransactionCancelled) as caught:
                self.repository(cancelled).transact(write)
            self.assertEqual([each.code for each in caught.exception.reasons], codes)
            self.assertIsNone(caught.exception.taken)


class ValueTest(Case):
    def test_what_does_not_fit_is_refused_by_name(self):
        job = research.Job(job_id=JOB, created_at=NOW, topic="x")
        for change, words in [
                ({"topic": "x" * 501}, "Job.topic has 501 characters; it must have at most 500"),
                ({"job_id": "short"}, "Job.job_id is 'short', not a ULID"),
                ({"created_at": dt.datetime(2026, 1, 1)}, "not a datetime with a time zone"),
                ({"status": "queued"}, "Job.status is 'queued', which is no JobStatus")]:
            values = {"job_id": JOB, "created_at": NOW, "topic": "x", **change}
            with self.assertRaisesRegex(kw.Invalid, words):
                research.items.job_item(research.Job(**values))
        with self.assertRaisesRegex(kw.Invalid, "what is created begins as queued"):
            self.jobs().create_job(research.Job(job_id=JOB, created_at=NOW, topic="x",
                                                status=research.JobStatus.RUNNING))
        with self.assertRaisesRegex(kw.Invalid, "has the character 'G', which is not in"):
            self.jobs().put_findings([research.Finding(job_id=JOB, finding_id="G" * 16, body="")])
        with self.assertRaisesRegex(kw.ItemTooLarge, "the largest field is body"):
            raw = research.RawFetch(url_hash="a" * 64, body=b"x" * 380000)
            item = research.items.raw_fetch_item(raw, NOW)
            item["more"] = {"B": b"x" * 30000}
            kw.Repository(Client(), research.TABLE).put(
                kw.Put(kw.WritePattern(name="put"), research.RAW_FETCH, item))
        self.assertEqual(research.items.job_item(job)["gsi1sk"], {"S": "2026-01-01T00:00:00.000Z"})

    def test_documents_and_numbers(self):
        document = {"list": [1, "a", None, True, b"b"], "set": {"x", "y"}, "map": {"n": {}}}
        self.assertEqual(kw.JSON.decode(kw.JSON.encode(document)), document)
        for number, text in [("1E+3", "1000"), ("-0.0010", "-0.001"), ("0E5", "0"), ("-0", "0")]:
            self.assertEqual(kw.NUMBER.encode(kw.NUMBER.decode({"N": number})), {"N": text})
        for number in ("1E126", "1E-131", "NaN", "Infinity", "1" * 39):
            with self.assertRaises(Exception):
                kw.NUMBER.encode(kw.NUMBER.decode({"N": number}))


if __name__ == "__main__":
    unittest.main()

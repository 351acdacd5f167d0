"""`keywright serve` as a program: what it prints, how it ends, and its options.

usage: serve_test.py <keywright program> <project root>
"""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

from local_server import end, headers_of, start_server

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
REFERENCE = ROOT / "examples/01_research_jobs/research.model.yaml"
THINGS = {"TableName": "things", "BillingMode": "PAY_PER_REQUEST",
          "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
          "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}


def request(url, body=b"", headers=(), method="POST"):
    """Status and body, whatever the status is."""
    asked = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


class Serve(unittest.TestCase):
    def start(self, *options):
        server, self.started = start_server(self, PROGRAM, *options, stderr=subprocess.PIPE)
        self.url = self.started["url"]
        return server

    def call(self, operation, parameters, key="AKID", region="us-east-1"):
        status, body = request(self.url, json.dumps(parameters).encode(), headers_of(operation, key, region))
        self.assertEqual(status, 200, body)
        return json.loads(body)

    def tables(self, **who):
        return self.call("ListTables", {}, **who)["TableNames"]

    def administer(self, path):
        status, body = request(self.url + "/_keywright/" + path)
        self.assertEqual(status, 200, body)
        return json.loads(body)

    def failing(self, *options):
        return subprocess.run([PROGRAM, "serve", *map(str, options)], text=True,
                              capture_output=True, timeout=20)

    def test_prints_where_it_is_and_ends_by_a_signal(self):
        for name in signal.SIGTERM, signal.SIGINT:
            server = self.start()
            self.assertEqual(self.started["pid"], server.pid)
            self.assertEqual(self.url, f"http://127.0.0.1:{self.started['port']}")
            self.assertEqual(request(self.url, None, method="GET"),
                             (200, f"healthy: 127.0.0.1:{self.started['port']} "))
            server.send_signal(name)
            self.assertEqual(server.communicate(timeout=20)[1], "")
            self.assertEqual(server.returncode, 0)

    def test_ends_by_a_signal_as_soon_as_it_says_that_it_listens(self):
        for _ in range(8):
            server = self.start()
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=20)
            self.assertEqual(server.returncode, 0)

    def test_tells_people_how_to_connect(self):
        server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                  text=True)
        self.addCleanup(end, server)
        first, cli, boto3, notes = (server.stdout.readline() for _ in range(4))
        url = first.split(" at ")[1].split(" ")[0]
        self.assertIn(f"(pid {server.pid})", first)
        self.assertEqual(cli, "  AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any "
                              f"aws --region us-east-1 --endpoint-url {url} dynamodb list-tables\n")
        self.assertEqual(boto3, f'  boto3.resource("dynamodb", endpoint_url="{url}", '
                                'region_name="us-east-1", aws_access_key_id="any", '
                                'aws_secret_access_key="any")\n')
        self.assertIn("Any access key is accepted.", notes)

    def test_creates_the_tables_of_a_model(self):
        self.start("--model", str(REFERENCE))
        self.assertEqual(self.started["tables"], ["app-table"])
        table = self.call("DescribeTable", {"TableName": "app-table"})["Table"]
        self.assertEqual([key["AttributeName"] for key in table["KeySchema"]], ["pk", "sk"])
        self.assertEqual([index["IndexName"] for index in table["GlobalSecondaryIndexes"]],
                         ["gsi1"])
        # Resetting brings back what a new server has.
        self.call("CreateTable", THINGS)
        self.call("PutItem", {"TableName": "app-table", "Item": {"pk": {"S": "a"}, "sk": {"S": "b"}}})
        self.administer("reset")
        self.assertEqual(self.tables(), ["app-table"])
        self.assertEqual(self.call("Scan", {"TableName": "app-table"})["Count"], 0)

    def test_keeps_access_keys_and_regions_apart_if_asked_to(self):
        self.start("--isolate")
        self.call("CreateTable", THINGS, key="ONE")
        self.call("CreateTable", THINGS, key="TWO", region="eu-west-1")
        self.assertEqual(self.tables(key="ONE"), ["things"])
        self.assertEqual(self.tables(key="ONE", region="eu-west-1"), [])
        table = self.call("DescribeTable", {"TableName": "things"}, key="TWO", region="eu-west-1")
        self.assertIn(":eu-west-1:", table["Table"]["TableArn"])
        self.administer("reset?access_key_id=ONE")
        self.assertEqual(self.tables(key="ONE"), [])
        self.assertEqual(self.tables(key="TWO", region="eu-west-1"), ["things"])

    def test_keeps_so_many_databases(self):
        self.start("--isolate", "--max-databases", "2")
        self.call("CreateTable", THINGS, key="ONE")
        self.assertEqual(self.tables(key="TWO"), [])
        self.call("CreateTable", THINGS, key="THREE")
        with self.assertRaisesRegex(AssertionError, "LimitExceededException.*--max-databases"):
            self.tables(key="FOUR")
        self.call("DeleteTable", {"TableName": "things"}, key="ONE")
        self.assertEqual(self.tables(key="FOUR"), [])
        self.assertEqual(self.tables(key="THREE"), ["things"])

    def test_guards_the_access_patterns_of_a_model(self):
        server = self.start("--model", str(REFERENCE), "--guard", "warn", "--isolate")
        for key in "ONE", "TWO":
            self.call("Scan", {"TableName": "app-table"}, key=key)
        self.call("GetItem", {"TableName": "app-table", "ConsistentRead": True, "Key": {
            "pk": {"S": "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, "sk": {"S": "METADATA"}}})
        report = json.loads(request(self.url + "/_keywright/patterns", None, method="GET")[1])
        self.assertEqual((report["mode"], report["matched"], report["violations"]), ("warn", 1, 2))
        self.assertEqual(report["patterns"][0]["pattern"], "get_job")
        self.assertEqual(report["patterns"][0]["requests"], 1)
        self.assertEqual(report["patterns"][0]["read_units"], 1)
        text = request(self.url + "/_keywright/patterns?format=text", None, method="GET")[1]
        self.assertRegex(text, r"(?m)^get_job +1 +0 ")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.communicate(timeout=20)[1],
                         "keywright: AccessPatternViolation: Scan app-table: no access pattern "
                         "scans app-table\n")

    def test_has_no_patterns_without_a_guard(self):
        self.start("--model", str(REFERENCE))
        status, body = request(self.url + "/_keywright/patterns", None, method="GET")
        self.assertEqual(status, 400)
        self.assertIn("start it with --model and --guard", body)
        refused = self.failing("--guard", "warn")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--guard requires --model", refused.stderr)

    def test_goes_back_to_a_snapshot_as_often_as_one_likes(self):
        self.start("--model", str(REFERENCE))

        def put(name):
            self.call("PutItem", {"TableName": "app-table",
                                  "Item": {"pk": {"S": name}, "sk": {"S": "x"}}})

        def names():
            items = self.call("Scan", {"TableName": "app-table"})["Items"]
            return sorted(item["pk"]["S"] for item in items)

        put("seed")
        self.administer("snapshot?name=seeded")
        for _ in range(3):
            put("test")
            self.call("DeleteItem", {"TableName": "app-table",
                                     "Key": {"pk": {"S": "seed"}, "sk": {"S": "x"}}})
            self.assertEqual(names(), ["test"])
            self.administer("restore?name=seeded")
            self.assertEqual(names(), ["seed"])
        self.administer("reset")
        self.assertEqual(names(), [])
        self.administer("restore?name=seeded")
        self.assertEqual(names(), ["seed"])
        status, body = request(self.url + "/_keywright/restore?name=other")
        self.assertEqual(status, 400)
        self.assertIn("There is no snapshot 'other'; POST /_keywright/snapshot?name=other", body)

    def test_time_stands_still_with_a_manual_clock(self):
        self.start("--manual-clock")
        self.call("CreateTable", THINGS)
        self.call("UpdateTimeToLive", {"TableName": "things", "TimeToLiveSpecification": {
            "AttributeName": "ttl", "Enabled": True}})
        now = json.loads(request(self.url + "/_keywright/clock", None, method="GET")[1])["now"]
        self.call("PutItem", {"TableName": "things", "Item": {
            "pk": {"S": "a"}, "ttl": {"N": str(int(now) + 3600)}}})
        self.assertEqual(self.administer("clock?advance=3500")["now"], round(now + 3500, 3))
        self.assertEqual(self.call("Scan", {"TableName": "things"})["Count"], 1)
        self.administer("clock?advance=200")
        self.assertEqual(self.call("Scan", {"TableName": "things"})["Count"], 0)

    def test_never_deletes_expired_items_if_asked_to(self):
        for options, left in ((["--ttl-interval", "0"], 1), ([], 0)):
            self.start("--manual-clock", *options)
            self.call("CreateTable", THINGS)
            self.call("UpdateTimeToLive", {"TableName": "things", "TimeToLiveSpecification": {
                "AttributeName": "until", "Enabled": True}})
            self.administer("clock?now=1700000000")
            self.call("PutItem", {"TableName": "things", "Item": {
                "pk": {"S": "a"}, "until": {"N": "1700000001"}}})
            self.administer("clock?advance=100")
            self.assertEqual(self.call("Scan", {"TableName": "things"})["Count"], left)

    def test_verifies_signatures_against_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "credentials"
            file.write_text("[default]\naws_access_key_id = AKID\naws_secret_access_key = s\n")
            self.start("--credentials", str(file))
            with self.assertRaisesRegex(AssertionError, "InvalidSignatureException"):
                self.tables()
            with self.assertRaisesRegex(AssertionError, "UnrecognizedClientException"):
                self.tables(key="OTHER")
            file.write_text("[default]\naws_access_key_id = AKID\n")
            failed = self.failing("--port", 0, "--credentials", file)
            self.assertEqual((failed.returncode, failed.stderr), (
                2, f"keywright: --credentials: {file}:2: the profile above has no aws_secret_access_key\n"))

    def refused(self, operation, parameters):
        """The exception's name and the body."""
        with self.assertRaises(AssertionError) as caught:
            self.call(operation, parameters)
        body = json.loads(str(caught.exception).split(" : ", 1)[1])
        return body["__type"].split("#")[1], body

    def test_throttles_if_asked_to(self):
        self.start("--throttle", "--manual-clock")
        self.call("CreateTable", THINGS | {
            "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 2}})
        put = {"TableName": "things", "Item": {"pk": {"S": "a"}}}
        self.call("PutItem", put)
        self.call("PutItem", put)
        name, body = self.refused("PutItem", put)
        self.assertEqual(name, "ProvisionedThroughputExceededException")
        self.assertEqual(body["ThrottlingReasons"], [{
            "reason": "TableWriteProvisionedThroughputExceeded",
            "resource": "arn:aws:dynamodb:us-east-1:000000000000:table/things"}])
        self.administer("clock?advance=1")
        self.call("PutItem", put)
        self.call("PutItem", put)
        self.administer("snapshot?name=busy")
        name, _ = self.refused("PutItem", put)
        self.assertEqual(name, "ProvisionedThroughputExceededException")
        self.administer("restore?name=busy")
        self.call("PutItem", put)
        self.administer("reset")
        self.assertEqual(self.tables(), [])

    def test_lags_if_asked_to(self):
        self.start("--index-lag", "250ms", "--read-lag", "2s", "--manual-clock", "--isolate")
        self.call("CreateTable", THINGS | {
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}
                                     for name in ("pk", "g")],
            "GlobalSecondaryIndexes": [{
                "IndexName": "by_g", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"}}]})
        self.call("PutItem", {"TableName": "things", "Item": {"pk": {"S": "a"}, "g": {"S": "G"}}})

        def counts():
            return [self.call("Scan", {"TableName": "things"} | options)["Count"] for options in (
                {"ConsistentRead": True}, {"IndexName": "by_g"}, {})]
        self.assertEqual(counts(), [1, 0, 0])
        self.administer("clock?advance=0.25")
        self.assertEqual(counts(), [1, 1, 0])
        self.administer("clock?advance=1.75")
        self.assertEqual(counts(), [1, 1, 1])

    def test_conflicts_if_asked_to(self):
        def run():
            self.start("--conflict-rate", "0.5", "--seed", "7")
            self.call("CreateTable", THINGS)
            went = []
            for _ in range(20):
                try:
                    self.call("PutItem", {"TableName": "things", "Item": {"pk": {"S": "a"}}})
                    went.append(True)
                except AssertionError as error:
                    self.assertIn("TransactionConflictException", str(error))
                    went.append(False)
            return went
        first = run()
        self.assertEqual(set(first), {True, False})
        self.assertEqual(run(), first)

    def test_table_operations_take_time_if_asked_to(self):
        self.start("--control-plane-delay", "1m", "--manual-clock", "--model", str(REFERENCE))
        for _ in "start", "reset":
            self.call("PutItem", {"TableName": "app-table",
                                  "Item": {"pk": {"S": "a"}, "sk": {"S": "b"}}})
            status = self.call("CreateTable", THINGS)["TableDescription"]["TableStatus"]
            self.assertEqual(status, "CREATING")
            self.administer("clock?advance=60")
            table = self.call("DescribeTable", {"TableName": "things"})["Table"]
            self.assertEqual(table["TableStatus"], "ACTIVE")
            self.administer("reset")

    def test_says_what_is_wrong_with_its_options(self):
        self.start()
        taken = self.failing("--port", self.started["port"])
        self.assertEqual((taken.returncode, taken.stderr), (
            1, f"keywright: 127.0.0.1:{self.started['port']} is taken by another program; choose "
               "another port (0: any free one)\n"))
        for options, says in (
                (["--credentials", ROOT], "--credentials: cannot read the credentials file"),
                (["--port", 0, "--credentials", "/proc/self/mem"],
                 "--credentials: cannot read the credentials file /proc/self/mem"),
                (["--credentials", "/no/file"],
                 "cannot read the credentials file /no/file; give a file that is readable"),
                (["--credentials", "/dev/null"],
                 "--credentials: /dev/null has no aws_access_key_id; give a file in the form of"),
                (["--max-databases", 5], "--max-databases requires --isolate"),
                (["--manual-clock", "--ttl-interval", 5],
                 "--ttl-interval: has no use with --manual-clock, which deletes expired items"),
                (["--model", "none.yaml"], "none.yaml"),
                (["--index-log", "1s"], "there is no option --index-log; did you mean --index-lag?"),
                (["--port"], "--port takes one value, once"),
                (["--port", 1, "--port", 2], "--port takes one value, once"),
                (["--isolate=no"], "--isolate takes no value"),
                (["more"], "there is one argument too many: more"),
                (["--port", 0, "--tls-key", "k.pem"], "only the key is given"),
                (["--port", 0, "--host", "1.2.3"], 'the host "1.2.3" is no address; give one in full'),
                (["--port", 0, "--host", "no.such.host.invalid"], "no.such.host.invalid")):
            failed = self.failing(*options)
            self.assertEqual(failed.returncode, 2, options)
            self.assertIn(says, failed.stderr)
        unusable = self.failing("--port", 0, "--tls-cert", "/no/c.pem", "--tls-key", "/no/k.pem")
        self.assertEqual((unusable.returncode, unusable.stderr), (
            1, "keywright: cannot use the certificate /no/c.pem: No such file or directory\n"))

    def test_names_the_value_that_an_option_does_not_take_and_what_it_takes(self):
        origin = ("scheme, host and, unless it is the usual one, port, with nothing behind them, "
                  "as {}; or * for all")
        for option, values, says in (
                ("--port", ["", "65536", "http", "+80", " 80", "080", "0x50"],
                 "port; give a whole number from 0 to 65535, in plain decimal digits: 0 is any free one"),
                ("--threads", ["", "0", "1025", "010", "0x10", "1.5", "1e3"],
                 "number of threads; give a whole number from 1 to 1024, in plain decimal digits"),
                ("--max-connections", ["0", str(10**30)], "number of connections; give a whole number "
                 "from 1 to 1000000, in plain decimal digits"),
                ("--max-buffered", ["0", "1", "63"], "number of MiB; give a whole number from 64 to "
                 "1000000, in plain decimal digits: one request may take 48"),
                ("--seed", ["0", "-1", str(2**64)], "seed; give a whole number from 1 to "
                 "18446744073709551615, in plain decimal digits"),
                ("--conflict-rate", ["nan", "2", "-0.1", "inf", ""],
                 "rate; give a number from 0 to 1, such as 0.05 for 5 in 100"),
                ("--ttl-interval", ["-1", "nan", "1e-9", "1e7", ""],
                 "interval; give seconds from 0.001 to 1000000, or 0 for never"),
                ("--index-lag", ["250", "-1s", "nans", "1h", ""],
                 "duration; give it as 250ms, 2s or 1.5m, and at most 1000000s"),
                ("--region", ["", "a/b", "us east"],
                 "region; give up to 64 small letters, digits and -, as us-east-1"),
                ("--format", ["xml", "TEXT", "0", ""], "format; give text or json"),
                ("--host", ["", "http://a", "localhost:80", "a b"], "address; give one such as "
                 "127.0.0.1, 0.0.0.0 for all or [::1], or a name, without http:// and port"),
                ("--allow-host", ["", "a b"], "host name; give it as clients write it, without "
                 "http:// and port, as db.test"),
                ("--allow-host", ["a:80", "http://a/", "a."], "host name; give it as clients write "
                 "it, without http:// and port, as a"),
                ("--allow-host", ["*"], "host name; give each name by itself. Bound to another "
                 "address than a loopback one, such as 0.0.0.0, the server answers to every name "
                 "unless some are given"),
                ("--cors", ["null"], "web origin; give that of a page that comes by HTTP, as "
                 "http://localhost:3000, since every page can make itself null; or * for all"),
                ("--cors", ["", "http://a b", "/a"],
                 "web origin; give " + origin.format("http://localhost:3000")),
                ("--cors", ["http://a/", "a", "http://a:80", "http://a:", "http://a?b", "http://a:0"],
                 "web origin; give " + origin.format("http://a")),
                ("--cors", ["https://a:8443/x"], "web origin; give " + origin.format("https://a:8443")),
                ("--credentials", [""], "file; give its name"),
                ("--model", [""], "file; give its name"),
                ("--tls-cert", [""], "file; give its name")):
            for value in values:
                failed = self.failing(option, value)
                self.assertEqual((failed.returncode, failed.stderr), (
                    2, f'keywright: {option}: "{value}" is no {says}\n'
                       "`keywright serve --help` has the options.\n"))

    def test_metrics_tell_what_the_guard_counts(self):
        self.start("--model", str(REFERENCE), "--guard", "warn", "--isolate")
        self.call("Scan", {"TableName": "app-table"}, key="ONE")
        self.call("GetItem", {"TableName": "app-table", "Key": {
            "pk": {"S": "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, "sk": {"S": "METADATA"}}, "ConsistentRead": True},
                  key="TWO")
        metrics = request(self.url + "/_keywright/metrics", None, method="GET")[1].splitlines()
        for line in ('keywright_pattern_requests_total{pattern="get_job"} 1',
                     'keywright_guard_violations_total{kind="scan"} 1',
                     'keywright_guard_requests_total{outcome="violated"} 1'):
            self.assertIn(line, metrics)

    def test_takes_names_and_origins_as_browsers_send_them(self):
        self.start("--cors", "http://[::1]:3000", "--cors", "HTTP://A.test", "--allow-host", "DB.test",
                   "--allow-host", "[::1]", "--max-buffered", "64", "--index-lag", "0.5m")
        for headers in {"Origin": "http://[::1]:3000"}, {"Origin": "http://a.test"}, {
                "Host": "db.test:80"}:
            self.assertEqual(request(self.url, None, headers, "GET")[0], 200, headers)
        self.assertEqual(request(self.url, None, {"Origin": "http://b.test"}, "GET")[0], 403)

    def test_a_manual_clock_deletes_nothing_until_it_is_moved(self):
        self.start("--manual-clock")
        self.call("CreateTable", THINGS)
        self.call("UpdateTimeToLive", {"TableName": "things", "TimeToLiveSpecification": {
            "AttributeName": "until", "Enabled": True}})
        self.administer("clock?now=1700000000")
        self.call("PutItem", {"TableName": "things", "Item": {
            "pk": {"S": "a"}, "until": {"N": "1699999999"}}})
        self.assertEqual(self.call("Scan", {"TableName": "things"})["Count"], 1)
        self.administer("clock?advance=0")
        self.assertEqual(self.call("Scan", {"TableName": "things"})["Count"], 0)

    def test_keeps_a_hundred_snapshots_until_they_are_deleted(self):
        self.start()
        for i in range(100):
            self.administer(f"snapshot?name=s{i}")
        self.administer("snapshot?name=s7")  # in place of the one there was
        status, body = request(self.url + "/_keywright/snapshot?name=more")
        self.assertEqual(status, 400)
        self.assertIn("There are 100 snapshots, which is the most that a database has. DELETE "
                      "/_keywright/snapshot?name=NAME makes room", body)
        gone = self.url + "/_keywright/snapshot?name=s7"
        self.assertEqual(request(gone, None, method="DELETE"), (200, "{}"))
        self.assertEqual(request(gone, None, method="DELETE")[0], 400)
        self.assertEqual(request(self.url + "/_keywright/restore?name=s7")[0], 400)
        self.administer("snapshot?name=more")

    def test_a_snapshot_and_a_reset_are_for_one_database_or_for_all(self):
        self.start("--isolate", "--max-databases", "2")
        for key in "ONE", "TWO":
            self.call("CreateTable", THINGS, key=key)
        self.administer("snapshot")
        self.administer("reset?access_key_id=ONE")
        self.assertEqual((self.tables(key="ONE"), self.tables(key="TWO")), ([], ["things"]))
        self.administer("reset")
        self.assertEqual(self.tables(key="TWO"), [])
        self.administer("restore?access_key_id=TWO")
        self.assertEqual((self.tables(key="ONE"), self.tables(key="TWO")), ([], ["things"]))
        self.administer("reset")
        with self.assertRaisesRegex(AssertionError, "--isolate keeps 2 databases at most"):
            self.tables(key="THREE")
        self.assertEqual(request(self.url + "/_keywright/snapshot", None, method="DELETE")[0], 200)
        self.assertEqual(self.tables(key="THREE"), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

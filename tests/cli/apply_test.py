"""`keywright apply` as its users meet it, against `keywright serve`.

usage: apply_test.py <keywright program> <project root>
"""

import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from local_server import call, start_server

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
REFERENCE = ROOT / "examples/01_research_jobs/research.model.yaml"
MODEL = """
keywright: 1
name: things
profile: development
access_patterns:
  get_thing: {op: get, entity: Thing, by: [id], rate: {peak: 1}}
  put_thing: {op: put, entity: Thing, rate: {peak: 1}}
%s
entities:
  Thing:
    fields: {id: ulid, color: {type: string, max: 20}, size: {type: string, max: 20}}
    key: {pk: "THING#{id}", sk: THING}
    indexes: {%s}
table: {name: things, keys: {partition: pk, sort: sk}, indexes: {%s}%s}
"""
BY_COLOR = ("  by_color: {op: query, entity: Thing, by: [color], page: 10, rate: {peak: 1}}",
            'gsi1: {pk: "COLOR#{color}"}', "gsi1: {partition: gsi1pk}")
BY_SIZE = ("  by_size: {op: query, entity: Thing, by: [size], page: 10, rate: {peak: 1}}",
           'gsi2: {pk: "SIZE#{size}"}', "gsi2: {partition: gsi2pk}")


def model_with(*parts, more=""):
    patterns, entries, indexes = zip(*parts) if parts else ((), (), ())
    return MODEL % ("\n".join(patterns), ", ".join(entries), ", ".join(indexes), more)


class Apply(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder.name, "NO_COLOR": "1",
                            "AWS_EC2_METADATA_DISABLED": "true"}

    def serve(self, *options):
        self.url = start_server(self, PROGRAM, *options)[1]["url"]

    def command(self, model, *options):
        file = self.path / "things.model.yaml"
        file.write_text(model)
        return [PROGRAM, "apply", str(file), "--url", self.url, *options]

    def apply(self, model, *options):
        return subprocess.run(self.command(model, *options), text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, env=self.environment, timeout=60)

    def call(self, operation, parameters):
        return call(self.url, operation, parameters)

    def indexes(self, table="things"):
        described = self.call("DescribeTable", {"TableName": table})["Table"]
        return sorted(index["IndexName"] for index in described.get("GlobalSecondaryIndexes", []))

    def test_creates_the_table_then_has_nothing_to_do(self):
        self.serve("--control-plane-delay", "300ms")
        made = self.apply(model_with(BY_COLOR, more=", deletion_protection: true"), "--yes")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn(f"things at {self.url}: 1 step\n  1. create table things: pk (S), sk (S); "
                      "index gsi1: gsi1pk (S), all attributes; on demand\n", made.stdout)
        self.assertTrue(made.stdout.endswith("The database is as the model says.\n"), made.stdout)
        self.assertIn("step 1 of 1: create table things: things is CREATING", made.stderr)
        self.assertIn("step 1 of 1: create table things: done\n", made.stderr)
        again = self.apply(model_with(BY_COLOR, more=", deletion_protection: true"))
        self.assertEqual((again.returncode, again.stdout, again.stderr),
                         (0, f"things at {self.url}: nothing to do\n", ""))

    def test_makes_the_table_that_the_server_makes_of_the_same_model(self):
        self.serve("--model", str(REFERENCE))
        shown = self.apply(REFERENCE.read_text())
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("nothing to do", shown.stdout)
        self.assertIn("note: point_in_time_recovery is not set by this command: aws dynamodb "
                      "update-continuous-backups --table-name app-table", shown.stdout)

    def test_says_that_its_notes_are_not_done(self):
        self.serve()
        made = self.apply(REFERENCE.read_text(), "--yes")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn("note: point_in_time_recovery is not set by this command", made.stdout)
        self.assertTrue(made.stdout.endswith(
            "The database is as the model says, but for the notes above.\n"), made.stdout)

    def test_shows_the_steps_for_an_empty_database_without_a_server(self):
        self.url = "memory:"
        shown = self.apply(model_with(), "--dry-run")
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertIn("things at memory:: 1 step\n  1. create table things", shown.stdout)

    def test_shows_without_doing(self):
        self.serve()
        shown = self.apply(model_with(), "--dry-run", "--format", "json")
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        report = json.loads(shown.stdout)
        self.assertEqual(report["result"], "planned")
        self.assertEqual([step["what"] for step in report["tables"][0]["steps"]],
                         ["create table things"])
        self.assertEqual(self.call("ListTables", {})["TableNames"], [])

    def test_does_nothing_unasked(self):
        self.serve()
        refused = self.apply(model_with())
        self.assertEqual(refused.returncode, 2)
        self.assertIn("give --yes to make these steps, or --dry-run", refused.stderr)
        self.assertEqual(self.call("ListTables", {})["TableNames"], [])
        unasked = self.apply(model_with(), "--format", "json")
        self.assertEqual((unasked.returncode, json.loads(unasked.stdout)["result"]), (2, "declined"))

    def test_writes_a_document_for_a_table_that_cannot_be_read(self):
        self.serve()
        self.environment["AWS_MAX_ATTEMPTS"] = "1"
        self.url = "http://127.0.0.1:1"  # nobody answers there
        unread = self.apply(model_with(), "--yes", "--format", "json")
        self.assertEqual((unread.returncode, json.loads(unread.stdout)["result"]), (1, "failed"))

    def ask(self, answer):
        """On a terminal, with that answer to its question; none is Ctrl-C."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(self.command(model_with()), stdin=theirs, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment)
        question = b""
        while not question.endswith(b"[y/N] "):
            question += process.stderr.buffer.read1()
        if answer:
            os.write(ours, answer)
        else:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        os.close(ours)
        os.close(theirs)
        self.assertTrue(question.endswith(b"Make these steps? [y/N] "), question)
        return process.returncode, errors

    def test_asks_on_a_terminal(self):
        self.serve()
        self.assertEqual(self.ask(b"n\n")[0], 1)
        self.assertEqual(self.call("ListTables", {})["TableNames"], [])
        status, said = self.ask(None)
        self.assertEqual(status, 130)
        self.assertIn("stopped", said)
        self.assertEqual(self.ask(b"y\n")[0], 0)
        self.assertEqual(self.call("ListTables", {})["TableNames"], ["things"])

    def test_adds_and_keeps_and_deletes_indexes(self):
        self.serve()
        self.assertEqual(self.apply(model_with(BY_COLOR), "--yes").returncode, 0)
        both = self.apply(model_with(BY_COLOR, BY_SIZE), "--yes", "--format", "json")
        report = json.loads(both.stdout)
        self.assertEqual((both.returncode, report["result"]), (0, "applied"))
        self.assertEqual([(step["what"], step["outcome"]) for step in report["tables"][0]["steps"]],
                         [("create index gsi2", "done")])
        kept = self.apply(model_with(BY_COLOR))
        self.assertEqual(kept.returncode, 0)
        self.assertIn("note: index gsi2 (gsi2pk (S), all attributes) is not in the model; it "
                      "stays. --delete-indexes deletes it", kept.stdout)
        self.assertEqual(self.indexes(), ["gsi1", "gsi2"])
        self.assertEqual(self.apply(model_with(BY_COLOR), "--delete-indexes", "--yes").returncode, 0)
        self.assertEqual(self.indexes(), ["gsi1"])

    def test_refuses_what_would_lose_data(self):
        self.serve()
        self.assertEqual(self.apply(model_with(BY_COLOR), "--yes").returncode, 0)
        other = model_with(BY_COLOR).replace("gsi1: {partition: gsi1pk}",
                                             "gsi1: {partition: color_key}")
        refused = self.apply(other, "--yes")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("refused: index gsi1 is gsi1pk (S), all attributes in the table and "
                      "color_key (S), all attributes in the model", refused.stdout)
        self.assertIn("--replace-indexes", refused.stdout)
        self.assertEqual(self.apply(other, "--yes", "--replace-indexes").returncode, 0)
        key = self.apply(model_with(BY_COLOR).replace("partition: pk,", "partition: main,"), "--yes")
        self.assertEqual(key.returncode, 3)
        self.assertIn("the key of table things is pk (S), sk (S), that of the model main (S), sk (S)",
                      key.stdout)

    def test_is_stopped_by_a_signal_and_goes_on_in_the_next_run(self):
        self.serve("--manual-clock", "--control-plane-delay", "60s")
        for name in signal.SIGINT, signal.SIGTERM:
            process = subprocess.Popen(self.command(model_with(BY_COLOR), "--yes"), text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       env=self.environment)
            while "is CREATING" not in process.stderr.readline():
                self.assertIsNone(process.poll())
            process.send_signal(name)
            _, errors = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 130)
            self.assertIn("stopped. What was asked of the database goes on there.", errors)
        process = subprocess.Popen(self.command(model_with(BY_COLOR), "--yes"), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment)
        self.assertIn("things is CREATING", process.stderr.readline())
        urllib.request.urlopen(urllib.request.Request(
            self.url + "/_keywright/clock?advance=60", method="POST"), timeout=20).close()
        shown, errors = process.communicate(timeout=20)
        self.assertEqual((process.returncode, shown),
                         (0, f"things at {self.url}: nothing to do\n"), errors)

    def test_takes_other_names(self):
        self.serve()
        named = self.apply(model_with(), "--yes", "--table", "things-test")
        self.assertEqual(named.returncode, 0, named.stderr)
        self.assertEqual(self.call("ListTables", {})["TableNames"], ["things-test"])
        two = (ROOT / "tests/models/telemetry.model.yaml").read_text()
        wrong = self.apply(two, "--yes", "--table", "other")
        self.assertEqual(wrong.returncode, 2)
        self.assertRegex(wrong.stderr, r"could mean any table of the model \(.*\): write --table "
                                       r"\w+=other")

    def test_says_what_is_wrong_with_its_command_line(self):
        self.url = "redis://localhost"
        wrong = self.apply(model_with(), "--yes")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('--url: cannot connect to "redis://localhost"', wrong.stderr)
        self.url = "http://127.0.0.1:1"
        nobody = self.apply(model_with(), "--yes")
        self.assertEqual(nobody.returncode, 1)
        self.assertIn("table things at http://127.0.0.1:1 cannot be read: unavailable:",
                      nobody.stderr)
        broken = self.apply(model_with().replace("by: [id]", "by: [color]"), "--yes")
        self.assertEqual(broken.returncode, 1)
        self.assertIn("error[AP", broken.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

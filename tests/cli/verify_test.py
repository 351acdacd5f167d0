"""`keywright verify` as its users meet it, against `keywright serve`.

usage: verify_test.py <keywright program> <project root>
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

from local_server import call, start_server

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
REFERENCE = ROOT / "examples/01_research_jobs/research.model.yaml"


class Verify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder.name, "NO_COLOR": "1",
                            "AWS_EC2_METADATA_DISABLED": "true"}

    def serve(self, *options):
        self.url = start_server(self, PROGRAM, *options)[1]["url"]

    def command(self, *options):
        return [PROGRAM, "verify", str(REFERENCE), "--url", self.url, *options]

    def verify(self, *options):
        return subprocess.run(self.command(*options), text=True, capture_output=True,
                              env=self.environment, timeout=60)

    def tables(self):
        return call(self.url, "ListTables", {})["TableNames"]

    def test_runs_every_pattern_and_leaves_nothing(self):
        self.serve()
        done = self.verify()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^scratch table keywright-verify-app-table-[0-9a-f]{8} at http")
        self.assertEqual(len(lines), 13)
        self.assertRegex(done.stdout, r"ok      list_jobs_by_status +query +3 cases, \d+ requests, "
                                      r"[\d.]+ RRU\n")
        self.assertRegex(lines[-1], r"^11 patterns: 11 ok; \d+ requests, [\d.]+ RRU, \d+ WRU$")
        self.assertEqual(self.tables(), [])

    def test_keeps_its_table_if_asked_to_and_reports_in_json(self):
        self.serve()
        done = self.verify("--keep", "--format", "json")
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["result"]), (0, "ok"))
        self.assertEqual(self.tables(), report["tables"])
        self.assertEqual({pattern["outcome"] for pattern in report["patterns"]}, {"ok"})

    def test_shows_what_a_server_does_not_do(self):
        self.serve("--conflict-rate", "1")  # no single write goes through
        done = self.verify("--format", "json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("TransactionConflictException", json.loads(done.stdout)["error"])
        self.assertEqual(self.tables(), [])

    def test_deletes_its_table_also_if_it_is_stopped(self):
        self.serve("--control-plane-delay", "1s")
        process = subprocess.Popen(self.command(), text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment)
        self.assertIn("scratch table", process.stdout.readline())
        while not self.tables():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        self.assertEqual((process.returncode, errors), (130, "keywright: stopped\n"))

    def test_runs_on_an_engine_of_its_own(self):
        self.url = "memory:"
        self.assertEqual(self.verify().returncode, 0)

    def test_says_what_is_wrong(self):
        self.url = "nowhere"
        self.assertEqual(self.verify().returncode, 2)
        self.url = "http://127.0.0.1:1"
        nobody = self.verify()
        self.assertEqual(nobody.returncode, 1)
        self.assertIn("keywright: unavailable: the scratch tables cannot be made: ", nobody.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

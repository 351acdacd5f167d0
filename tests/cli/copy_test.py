"""`keywright copy` as a program: between servers, killed and resumed, to files and back.

usage: copy_test.py <keywright program> <project root>
"""

import fcntl
import gzip
import hashlib
import json
import os
import pathlib
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

from local_server import call, start_server

PROGRAM = sys.argv[1]
ITEMS = 3000


def item(number):
    return {"pk": {"S": f"p{number % 50}"}, "sk": {"N": str(number)},
            "text": {"S": f"line\n\"{number}\" é" * (number % 7)}, "tags": {"SS": ["b", "a", str(number)]},
            "inner": {"M": {"flag": {"BOOL": True}, "list": {"L": [{"NULL": True}, {"B": "aGk="}]}}}}


def canonical(item):
    """As docs/copy.md has it."""
    def value(typed):
        (kind, content), = typed.items()
        if kind == "M":
            return {kind: {name: value(each) for name, each in content.items()}}
        if kind == "L":
            return {kind: [value(each) for each in content]}
        if kind == "SS":
            return {kind: sorted(content, key=str.encode)}
        return typed
    return json.dumps({name: value(each) for name, each in item.items()}, ensure_ascii=False,
                      separators=(",", ":"), sort_keys=True)


def checksum(items):
    total = sum(int.from_bytes(hashlib.sha256(canonical(each).encode()).digest()[:16], "big")
                for each in items)
    return f"{total % 2**128:032x}"


class Copy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def start_server(self, *options):
        return start_server(self, PROGRAM, *options)[1]["url"]

    def make_table(self, url, items=(), **more):
        call(url, "CreateTable", {
            "TableName": "things", "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                          {"AttributeName": "sk", "KeyType": "RANGE"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                     {"AttributeName": "sk", "AttributeType": "N"}], **more})
        items = list(items)
        for begin in range(0, len(items), 25):
            call(url, "BatchWriteItem", {"RequestItems": {"things": [
                {"PutRequest": {"Item": each}} for each in items[begin:begin + 25]]}})

    def count(self, url):
        return call(url, "DescribeTable", {"TableName": "things"})["Table"]["ItemCount"]

    def command(self, source, target, *options):
        return [PROGRAM, "copy", "--from", source, "--to", target, "--table", "things",
                *map(str, options)]

    def copy(self, *arguments):
        return subprocess.run(self.command(*arguments), cwd=self.path, text=True,
                              capture_output=True, timeout=50)

    def copy_json(self, *arguments):
        """The exit status, and what it printed at its end."""
        done = self.copy(*arguments, "--format", "json")
        for line in done.stderr.splitlines():
            self.assertEqual(json.loads(line)["event"], "progress")
        event = json.loads(done.stdout)
        self.assertEqual(event["exitStatus"], done.returncode)
        return done.returncode, event

    def test_copies_and_verifies_with_a_checksum_that_others_can_compute(self):
        source, target = self.start_server(), self.start_server()
        items = [item(number) for number in range(200)]
        self.make_table(source, items)
        done = self.copy(source, target, "--create")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertIn("Copied 200 items", done.stdout)
        self.assertIn(f"checksum {checksum(items)}.", done.stdout)
        self.assertEqual(self.count(target), 200)
        again = self.copy(source, target)
        self.assertEqual(again.returncode, 3)
        self.assertIn("is not empty; with --into-existing", again.stderr)

    def test_tells_programs_what_it_did(self):
        source, target = self.start_server(), self.start_server()
        items = [item(number) for number in range(60)]
        self.make_table(source, items)
        status, event = self.copy_json(source, target, "--create", "--to-table", "others")
        self.assertEqual((status, event["event"], event["equal"]), (0, "done", True))
        self.assertEqual(event["copied"]["items"], 60)
        self.assertEqual(event["target"]["checksum"], checksum(items))
        self.assertEqual(call(target, "ListTables", {})["TableNames"], ["others"])
        call(target, "PutItem", {"TableName": "others", "Item": item(1000)})
        status, event = self.copy_json(source, target, "--to-table", "others", "--verify", "only")
        self.assertEqual((status, event["equal"], event["target"]["items"]), (4, False, 61))

    def test_refuses_and_says_the_mend(self):
        source, target = self.start_server(), self.start_server()
        for arguments, status, text in [
                ((source, target), 3, "there is no table things at " + source),
                (("memory:", target), 2, "name a server or file:FOLDER"),
                (("nowhere", target), 2, "no scheme is given"),
                ((source, "file:"), 2, "names no folder"),
                (("file:none/", target), 3, "there is no folder none/"),
        ]:
            refused = self.copy(*arguments)
            self.assertEqual(refused.returncode, status, refused)
            self.assertIn(text, refused.stderr)
        self.make_table(source)
        self.assertIn("let --create make it like the source", self.copy(source, target).stderr)
        (self.path / "state").write_text("{}")
        self.make_table(target)
        refused = self.copy(source, target, "--state", "state")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("the state file state does not read", refused.stderr)

    def test_killed_in_the_middle_it_goes_on_and_loses_nothing(self):
        source, target = self.start_server(), self.start_server("--throttle")
        items = [item(number) for number in range(ITEMS)]
        self.make_table(source, items)
        # Throttling as well: the copy has to find its pace.
        self.make_table(target, BillingMode="PROVISIONED",
                        ProvisionedThroughput={"ReadCapacityUnits": 2000, "WriteCapacityUnits": 900})
        arguments = (source, target, "--state", "state", "--segments", "7", "--threads", "3")
        killed = 0
        while self.count(target) < ITEMS * 2 / 3:
            process = subprocess.Popen(self.command(*arguments, "--max-wcu", "800"), cwd=self.path,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            before = self.count(target)
            while self.count(target) < before + 700:
                self.assertIsNone(process.poll(), "it ended before it was killed")
            process.kill()
            process.communicate()
            killed += 1
            self.assertTrue((self.path / "state").exists())
        self.assertGreater(killed, 1)
        status, event = self.copy_json(*arguments)
        self.assertEqual((status, event["resumed"], event["equal"]), (0, True, True), event)
        self.assertEqual(event["copied"]["items"], ITEMS)
        self.assertEqual(event["target"]["checksum"], checksum(items))
        self.assertLess(event["writeUnits"], ITEMS, "it began anew")
        self.assertFalse((self.path / "state").exists())

    def test_a_signal_ends_it_in_order(self):
        source, target = self.start_server(), self.start_server()
        self.make_table(source, (item(number) for number in range(1000)))
        arguments = (source, target, "--create", "--state", "state")
        process = subprocess.Popen(self.command(*arguments, "--max-wcu", "200"), cwd=self.path,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while "things" not in call(target, "ListTables", {})["TableNames"] \
                or self.count(target) < 50:
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, error)
        self.assertIn("Stopped after ", out)
        self.assertIn("The same command goes on from state.", out)
        self.assertIn("finishing what is in flight", error)
        kept = json.loads((self.path / "state").read_text())
        self.assertEqual(sum(each["items"] for each in kept["segments"]), self.count(target),
                         "what was written and what is remembered is the same")
        status, event = self.copy_json(*arguments)
        self.assertEqual((status, event["equal"], event["copied"]["items"]), (0, True, 1000))

    def test_goes_to_files_and_back(self):
        source, target = self.start_server(), self.start_server()
        items = [item(number) for number in range(500)]
        self.make_table(source, items)
        status, event = self.copy_json(source, "file:backup/", "--segments", "3")
        self.assertEqual((status, event["equal"]), (0, True))
        lines = []
        for line in (self.path / "backup/manifest-files.json").read_text().splitlines():
            part = json.loads(line)
            packed = (self.path / "backup" / part["dataFileS3Key"]).read_bytes()
            unpacked = gzip.decompress(packed).decode().splitlines()
            self.assertEqual(len(unpacked), part["itemCount"])
            lines += [json.loads(each)["Item"] for each in unpacked]
        self.assertEqual(checksum(lines), checksum(items))
        summary = json.loads((self.path / "backup/manifest-summary.json").read_text())
        self.assertEqual((summary["itemCount"], summary["outputFormat"]), (500, "DYNAMODB_JSON"))
        status, event = self.copy_json("file:backup/", target, "--create", "--verify", "both")
        self.assertEqual((status, event["equal"], event["target"]["checksum"]),
                         (0, True, checksum(items)))

    def test_says_how_it_goes(self):
        source, target = self.start_server(), self.start_server()
        self.make_table(source, (item(number) for number in range(ITEMS)))
        process = subprocess.Popen(
            self.command(source, target, "--create", "--max-wcu", "100", "--format", "json"),
            cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        event = json.loads(process.stderr.readline())
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=20)
        self.assertEqual((event["event"], event["phase"]), ("progress", "copying"))
        self.assertGreater(event["itemsPerSecond"], 20)
        self.assertLess(event["itemsPerSecond"], 200)
        self.assertGreater(event["percent"], 1)
        self.assertGreater(event["secondsLeft"], 5)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(json.loads(out)["event"], "stopped")

    def test_on_a_terminal_one_line_changes_and_never_wraps(self):
        source, target = self.start_server(), self.start_server()
        self.make_table(source, (item(number) for number in range(200)))
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        done = subprocess.run(self.command(source, target, "--create", "--max-wcu", "200"),
                              cwd=self.path, stdout=subprocess.PIPE, stderr=theirs, timeout=50)
        os.close(theirs)
        self.assertEqual(done.returncode, 0)
        shown = b""
        while chunk := self.read_terminal(ours):
            shown += chunk
        text, end = shown.decode().rsplit("\r\n", 1)
        self.assertEqual(end, "")
        lines = text.split("\r")[1:]
        self.assertGreater(len(lines), 3)
        for line in lines:
            self.assertRegex(line, r"^(copying|verifying): \d+ items, .*\x1b\[K$")
            self.assertLess(len(line.removesuffix("\x1b[K")), 60)

    @staticmethod
    def read_terminal(terminal):
        try:
            return os.read(terminal, 65536)
        except OSError:  # the other side is closed
            return b""


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

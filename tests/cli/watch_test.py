"""`keywright check --watch`: saved, moved and removed models, and its end.

usage: watch_test.py <keywright program> <project root>
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
GOOD = (ROOT / "examples/01_research_jobs/research.model.yaml").read_text()
BROKEN = GOOD.replace("by: [status], order", "by: [topic], order")
LONGEST = 40


class Watch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.one, self.two = self.path / "one.model.yaml", self.path / "two.model.yaml"
        self.one.write_text(GOOD)
        self.two.write_text(GOOD)

    def start(self, *models, options=()):
        self.began = time.monotonic()
        self.process = subprocess.Popen([PROGRAM, "check", "--watch", *options, *models], cwd=self.path, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env={**os.environ, "NO_COLOR": "1"})
        # A test that waits in vain ends, and fails.
        alarm = threading.Timer(LONGEST, self.process.kill)
        alarm.start()
        self.addCleanup(alarm.cancel)
        self.addCleanup(self.process.stdout.close)
        return self.round()

    def round(self):
        """What is printed up to the next time that it waits."""
        text = ""
        for line in self.process.stdout:
            if line.startswith("Watching "):
                return text + line
            text += line
        self.fail(f"it ended after: {text}")

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime

    def test_checks_again_when_a_model_changes(self):
        first = self.start(self.one.name, self.two.name)
        self.assertIn("one.model.yaml: clean", first)
        self.assertIn("two.model.yaml: clean", first)
        self.assertTrue(first.endswith("Watching 2 models; Ctrl-C ends.\n"))
        self.one.write_text(BROKEN)
        text = self.round()
        self.assertIn("--- one.model.yaml changed\n", text)
        self.assertIn("error[AP001]", text)
        self.assertNotIn("two.model.yaml", text)
        self.one.write_text(GOOD)
        self.assertIn("one.model.yaml: clean", self.round())
        used = self.stop()
        self.assertEqual(self.process.returncode, 0)
        self.assertLess(used, (time.monotonic() - self.began) / 2, "it runs instead of waiting")

    def test_survives_how_editors_save(self):
        self.start(self.one.name)
        saved = self.path / "one.model.yaml~new"
        saved.write_text(BROKEN)
        os.replace(saved, self.one)  # a new file over the old one
        self.assertIn("error[AP001]", self.round())
        os.replace(self.one, self.path / "one.model.yaml~")  # the old one away, a new one written
        self.one.write_text(GOOD)
        self.assertIn("one.model.yaml: clean", self.round())
        self.one.write_text(BROKEN)
        self.assertIn("error[AP001]", self.round())
        self.stop()
        self.assertEqual(self.process.returncode, 0)

    def test_a_file_that_goes_is_waited_for(self):
        self.start(self.one.name)
        self.one.unlink()
        self.assertIn("keywright: cannot read one.model.yaml", self.round())
        self.one.write_text(GOOD)
        self.assertIn("one.model.yaml: clean", self.round())
        self.stop(signal.SIGTERM)
        self.assertEqual(self.process.returncode, 0)

    def test_a_file_that_says_the_same_is_not_checked_again(self):
        self.start(self.one.name, self.two.name)
        os.utime(self.one)
        self.two.write_text(BROKEN)
        text = self.round()
        self.assertNotIn("one.model.yaml", text)
        self.assertIn("--- two.model.yaml changed", text)
        self.stop()

    def test_a_model_that_is_not_there_yet_is_waited_for(self):
        first = self.start(self.one.name, "three.model.yaml")
        self.assertIn("cannot read three.model.yaml", first)
        self.assertTrue(first.endswith("Watching 2 models, waiting for three.model.yaml to appear; Ctrl-C ends.\n"), first)
        (self.path / "three.model.yaml").write_text(GOOD)
        text = self.round()
        self.assertIn("three.model.yaml: clean", text)
        self.assertTrue(text.endswith("Watching 2 models; Ctrl-C ends.\n"), text)
        self.stop()

    def test_a_model_in_no_folder_is_not_waited_for(self):
        refused = subprocess.run([PROGRAM, "check", "--watch", self.one, "nowhere/three.model.yaml"], cwd=self.path,
                                 text=True, capture_output=True, timeout=LONGEST, check=False)
        self.assertEqual((refused.returncode, refused.stdout, refused.stderr),
                         (2, "", "keywright: cannot watch nowhere/three.model.yaml: there is no folder nowhere\n"))

    def test_it_ends_when_nobody_reads_any_more(self):
        self.start(self.one.name)
        self.process.stdout.close()
        self.one.write_text(BROKEN)
        self.assertEqual(self.process.wait(LONGEST), 0)

    def test_it_shows_text(self):
        refused = subprocess.run([PROGRAM, "check", "--watch", "--format", "json", self.one], text=True,
                                 capture_output=True, timeout=LONGEST, check=False)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--watch: shows text as it comes; leave --format out", refused.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

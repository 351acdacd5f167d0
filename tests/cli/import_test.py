"""`keywright import` and `keywright schema` as their users meet them.

usage: import_test.py <keywright program> <project root>
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
FILES = ROOT / "tests/imports"


class Import(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def run_keywright(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.path, text=True, capture_output=True,
                              env={**os.environ, "NO_COLOR": "1"}, timeout=60, check=False)

    def test_each_format_becomes_a_model_that_check_can_read(self):
        for name, says in (("cinema.schema", "11 access patterns, 3 entities, 2 tables"),
                           ("forum.data_model", "9 access patterns, 4 entities, 3 tables"),
                           ("library.workbench", "0 access patterns, 5 entities, 2 tables")):
            done = self.run_keywright("import", FILES / f"{name}.json", "--out", f"{name}.yaml")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"Wrote {name}.yaml from ", done.stdout)
            self.assertIn(says, done.stdout)
            self.assertIn(f"Next: keywright check {name}.yaml", done.stdout)
            self.assertRegex(done.stderr, rf"{name}\.json:\d+:\d+: warning\[IMP00\d\]: ")
            self.assertEqual((self.path / f"{name}.yaml").read_text(), (FILES / f"{name}.model.yaml").read_text())
            checked = self.run_keywright("check", f"{name}.yaml")
            self.assertIn(checked.returncode, (0, 1), checked.stderr)
            self.assertNotIn("[MDL", checked.stdout)

    def test_what_is_left_to_decide_is_shown_by_check(self):
        self.run_keywright("import", FILES / "forum.data_model.json", "--out", "forum.model.yaml")
        found = self.run_keywright("check", "--stage", "patterns", "forum.model.yaml", "--format", "json")
        findings = json.loads(found.stdout)["files"][0]["findings"]
        self.assertIn("session_by_id", {each.get("subject") for each in findings})

    def test_the_model_is_put_beside_the_file_and_never_over_another(self):
        (self.path / "cinema.json").write_text((FILES / "cinema.schema.json").read_text())
        self.assertEqual(self.run_keywright("import", "cinema.json").returncode, 0)
        model = self.path / "cinema.model.yaml"
        model.write_text("mine\n")
        refused = self.run_keywright("import", "cinema.json")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("cinema.model.yaml is already there; name another file by --out, or add --force", refused.stderr)
        self.assertEqual(model.read_text(), "mine\n")
        self.assertEqual(self.run_keywright("import", "cinema.json", "--force").returncode, 0)
        self.assertTrue(model.read_text().startswith("# Imported from schema.json"))
        over = self.run_keywright("import", "cinema.json", "--out", "./cinema.json", "--force")
        self.assertEqual(over.returncode, 1)
        self.assertIn("cannot replace cinema.json, which it is made of", over.stderr)

    def test_what_is_no_data_model_is_refused_with_its_place_and_nothing_is_written(self):
        for name, text, says in (
                ("words.json", "tables: []", "words.json:1:1: error[IMP001]: a value was expected here"),
                ("cut.json", '{"tables": [\n  {"a": ', "cut.json:2:9: error[IMP001]: the file ends where a value was"),
                ("twice.json", '{"a": 1,\n "a": 2}', "twice.json:2:2: error[IMP001]: this name stands twice"),
                ("deep.json", "[" * 100_000, "deep.json:1:101: error[IMP001]: the nesting is deeper than 100"),
                ("other.json", '{"Resources": {}}', "other.json:1:1: error[IMP002]: this is no data model"),
                ("bare.json", '{"ModelName": "x", "DataModel": []}', "bare.json:1:1: error[IMP008]: no table could be"),
                ("empty.json", "", "empty.json:1:1: error[IMP001]: the file ends where a value was expected")):
            (self.path / name).write_text(text)
            refused = self.run_keywright("import", name)
            self.assertEqual(refused.returncode, 2, name)
            self.assertIn(says, refused.stderr)
        self.assertEqual([each.name for each in self.path.iterdir() if "model" in each.name], [])

    def test_a_pipe_has_a_name(self):
        source = FILES / "cinema.schema.json"
        refused = self.run_keywright("import", source, "--out", "-")
        self.assertEqual(1, refused.returncode)
        self.assertIn("cannot write -: what goes into a pipe is --out /dev/stdout --force", refused.stderr)
        self.assertEqual([], list(self.path.iterdir()))
        piped = self.run_keywright("import", source, "--out", "/dev/stdout", "--force")
        self.assertEqual(0, piped.returncode, piped.stderr)
        self.assertEqual((FILES / "cinema.schema.model.yaml").read_text(), piped.stdout)

    def test_links_and_devices_are_written_through(self):
        source = FILES / "cinema.schema.json"
        (self.path / "behind.yaml").write_text("old\n")
        (self.path / "link.yaml").symlink_to("behind.yaml")
        (self.path / "dangling.yaml").symlink_to("later.yaml")
        for link, target in (("link.yaml", "behind.yaml"), ("dangling.yaml", "later.yaml")):
            done = self.run_keywright("import", source, "--out", link, "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((self.path / link).is_symlink())
            self.assertTrue((self.path / target).read_text().startswith("# Imported from"))
        (self.path / "behind.yaml").chmod(0o600)
        (self.path / "behind.yaml.part").write_text("of another\n")
        self.assertEqual(self.run_keywright("import", source, "--out", "link.yaml", "--force").returncode, 0)
        self.assertEqual((self.path / "behind.yaml").stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.path / "behind.yaml.part").read_text(), "of another\n")
        (self.path / "behind.yaml.part").unlink()
        os.mkfifo(self.path / "pipe")
        with subprocess.Popen(["cat", "pipe"], cwd=self.path, stdout=subprocess.PIPE, text=True) as reader:
            done = self.run_keywright("import", source, "--out", "pipe", "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(reader.communicate(timeout=60)[0].startswith("# Imported from"))
        self.assertTrue((self.path / "pipe").is_fifo())
        self.assertEqual(list(self.path.glob("*.part*")), [])

    def test_what_never_ends_is_not_read_to_its_end(self):
        refused = self.run_keywright("import", "/dev/zero", "--out", "m.yaml")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("cannot read /dev/zero: larger than 64 MiB", refused.stderr)
        self.assertIn("what comes by a pipe is /dev/stdin", self.run_keywright("import", "-").stderr)

    def test_files_that_cannot_be_read_are_refused(self):
        large = self.path / "large.json"
        with large.open("wb") as file:
            file.truncate(100 * 2**20)
        for name, says in (("large.json", "larger than"), ("none.json", "cannot read none.json"), (".", "it is a folder")):
            refused = self.run_keywright("import", name, "--out", "m.model.yaml")
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(says, refused.stderr)
        (self.path / "half.json").write_bytes(b"[" + b" " * (40 * 2**20) + b"]")
        refused = self.run_keywright("import", "half.json")
        self.assertIn("the file is larger than 32 MiB", refused.stderr)
        self.assertEqual(refused.returncode, 2)
        nowhere = self.run_keywright("import", FILES / "cinema.schema.json", "--out", "no/such/folder.yaml")
        self.assertEqual(nowhere.returncode, 1)
        self.assertIn("cannot write no/such/folder.yaml", nowhere.stderr)

    def test_findings_as_json(self):
        done = self.run_keywright("import", FILES / "cinema.schema.json", "--out", "a.yaml", "--format", "json")
        report = json.loads(done.stdout)["files"][0]
        self.assertEqual(report["errors"], 0)
        self.assertTrue(any(each["rule"] == "IMP003" and "`currency`" in each["message"] for each in report["findings"]))

    def test_its_findings_are_explained(self):
        self.assertIn("  IMP005   what a model cannot say, and was left out", self.run_keywright("explain").stdout)
        self.assertIn("IMP005: what a model cannot say", self.run_keywright("explain", "imp005").stdout)

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_output_that_gets_lost_is_no_success(self):
        for command in ("schema", "check"):
            model = [ROOT / "examples/01_research_jobs/research.model.yaml"] if command == "check" else []
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([PROGRAM, command, *model], stdout=full, stderr=subprocess.PIPE, text=True,
                                      timeout=60, check=False)
            self.assertEqual(done.returncode, 1, command)
            self.assertIn("cannot write the output", done.stderr)

    def test_the_schema_is_json(self):
        schema = json.loads(self.run_keywright("schema").stdout)
        self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        pattern = schema["$defs"]["access_pattern"]
        self.assertEqual(pattern["required"], ["op"])
        self.assertIs(pattern["additionalProperties"], False)
        self.assertIn("description", pattern["properties"]["consistency"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

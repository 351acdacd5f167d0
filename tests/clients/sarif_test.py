"""What `keywright check --format sarif` prints is SARIF 2.1.0, by the schema of the standard.

sarif_test.py KEYWRIGHT MODELS SCHEMA
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

KEYWRIGHT, MODELS, SCHEMA = (pathlib.Path(argument) for argument in sys.argv[1:4])


def sarif(*files):
    """Of one run over all these files."""
    command = [KEYWRIGHT, "check", "--advice", "--format", "sarif", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1, 2), done.stderr
    return json.loads(done.stdout)


def without_a_line(text):
    """The model with each of its lines left out in turn."""
    lines = text.splitlines(keepends=True)
    return ["".join(lines[:i] + lines[i + 1 :]) for i in range(len(lines))]


class Sarif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        cls.validator = jsonschema.validators.validator_for(schema)(schema)

    def complaints(self, log):
        return [f"{error.json_path}: {error.message}" for error in self.validator.iter_errors(log)]

    def test_valid_models(self):
        log = sarif(*sorted(MODELS.glob("*.model.yaml")))
        self.assertEqual(self.complaints(log), [])
        self.assertTrue(log["runs"][0]["results"], "there is always some advice")

    def test_models_with_a_line_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name in ("research", "shop", "queue", "accounts"):
                text = (MODELS / f"{name}.model.yaml").read_text(encoding="utf-8")
                for number, edited in enumerate(without_a_line(text)):
                    file = pathlib.Path(folder, f"{name} {number}.yaml")
                    file.write_text(edited, encoding="utf-8")
                    files.append(file)
            log = sarif(*files)
        self.assertEqual(self.complaints(log), [])
        rules = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
        self.assertGreater(len(rules), 15)
        for result in log["runs"][0]["results"]:
            rule = log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]
            self.assertEqual(rule["id"], result["ruleId"])

    def test_files_that_cannot_be_read(self):
        log = sarif("no such file.yaml", MODELS / "research.model.yaml")
        self.assertEqual(self.complaints(log), [])
        invocation = log["runs"][0]["invocations"][0]
        self.assertFalse(invocation["executionSuccessful"])

    def test_the_schema_refuses_what_is_wrong(self):
        log = sarif(MODELS / "research.model.yaml")
        for path, value in (
            (("version",), "2.0.0"),
            (("runs", 0, "results", 0, "level"), "fatal"),
            (("runs", 0, "results", 0, "message"), {}),
            (("runs", 0, "tool"), {}),
        ):
            wrong = copy.deepcopy(log)
            at = wrong
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
            self.assertTrue(self.complaints(wrong), path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

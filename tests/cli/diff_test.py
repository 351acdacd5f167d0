"""`keywright diff` as its users meet it: output and exit status.

usage: diff_test.py <keywright program> <project root>
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
REFERENCE = ROOT / "examples/01_research_jobs/research.model.yaml"
TEMPLATE = {"Resources": {"Table": {
    "Type": "AWS::DynamoDB::Table", "DeletionPolicy": "Retain",
    "Properties": {
        "TableName": "app-table", "BillingMode": "PAY_PER_REQUEST", "DeletionProtectionEnabled": True,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}
                                 for name in ("pk", "sk", "gsi1pk", "gsi1sk")],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                      {"AttributeName": "sk", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "gsi1", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "gsi1pk", "KeyType": "HASH"},
                          {"AttributeName": "gsi1sk", "KeyType": "RANGE"}]}],
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True,
                                             "RecoveryPeriodInDays": 35},
        "TimeToLiveSpecification": {"AttributeName": "expires_at", "Enabled": True}}}}}


class Diff(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.write("old.model.yaml", REFERENCE.read_text())

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def edited(self, *edits):
        text = REFERENCE.read_text()
        for old, new in edits:
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        return self.write("new.model.yaml", text)

    def diff(self, *arguments, **more):
        return subprocess.run([PROGRAM, "diff", *arguments], cwd=self.path, text=True,
                              capture_output=True, env={**os.environ, "NO_COLOR": "1"}, timeout=30,
                              **more)

    def test_the_gravest_change_is_the_status(self):
        safe = ("page: 50", "page: 20")
        callers = ("get_finding:", "read_finding:")
        stream = ("removal: retain}", "removal: retain}\n  stream: new_image")
        staged = ("construct: Table,", "construct: TableV2,")
        backfill = ("sk: REPORT}", "sk: REPORTS}")
        replaces = ("name: app-table", "name: jobs")
        for edits, status, impact in (([], 0, "safe"), ([safe], 0, "safe"), ([stream], 0, "safe"),
                                      ([safe, callers], 3, "callers"),
                                      ([callers, staged], 4, "staged"),
                                      ([backfill, callers], 5, "backfill"),
                                      ([replaces, backfill, safe], 6, "replaces")):
            made = self.diff("old.model.yaml", self.edited(*edits), "--format", "json")
            self.assertEqual((made.returncode, json.loads(made.stdout)["impact"], made.stderr),
                             (status, impact, ""), edits)

    def test_text_says_what_changes_why_and_in_which_steps(self):
        made = self.diff("old.model.yaml", self.edited(("sk: REPORT}", "sk: REPORTS}")))
        for part in ("old.model.yaml -> new.model.yaml: 1 change: 1 backfill\n", "needs a backfill\n",
                     "[EVO004, line 49]", "    why:  ", "    mend: ", "    cost: 200,000 items x 40 WRU",
                     "plan\n  1. pause: stop the callers of Report\n"):
            self.assertIn(part, made.stdout)
        self.assertEqual(made.stderr, "")
        same = self.diff("old.model.yaml", "old.model.yaml")
        self.assertEqual((same.returncode, same.stdout),
                         (0, "old.model.yaml -> old.model.yaml: no changes\n"))

    def test_colours_are_for_terminals_and_those_who_ask(self):
        new = self.edited(("name: app-table", "name: jobs"))
        self.assertNotIn("\x1b", self.diff("old.model.yaml", new).stdout)
        self.assertIn("\x1b[1;31mreplaces the table\x1b[0m",
                      self.diff("old.model.yaml", new, "--color", "always").stdout)

    def test_prices_of_a_file_count(self):
        new = self.edited(("sk: REPORT}", "sk: REPORTS}"))
        prices = self.write("prices.yaml", "{keywright_prices: 1, region: here, on_demand: {write_million: 1}}")
        made = self.diff("old.model.yaml", new, "--prices", prices)
        self.assertIn("8,000,000 WRU, $8.00", made.stdout)
        self.assertEqual(self.diff("old.model.yaml", new, "--prices", "none.yaml").returncode, 2)

    def test_the_old_side_may_be_a_template(self):
        template = self.write("cdk.template.json", json.dumps(TEMPLATE))
        made = self.diff(template, "old.model.yaml")
        self.assertEqual((made.returncode, made.stdout),
                         (0, "cdk.template.json -> old.model.yaml: no changes\n"))
        changed = self.write("changed.json", json.dumps(TEMPLATE).replace('"gsi1"', '"gsi0"'))
        made = self.diff(changed, "old.model.yaml")
        self.assertEqual(made.returncode, 4)
        self.assertIn("error[EVO002]: 2 indexes of app-table are created or deleted at once", made.stdout)
        self.assertIn("  1. deploy: create index gsi1 of app-table\n", made.stdout)

    def test_the_old_side_may_be_what_git_prints(self):
        with open(self.path / "old.model.yaml") as text:
            made = self.diff("/dev/stdin", "old.model.yaml", stdin=text)
        self.assertEqual((made.returncode, made.stdout),
                         (0, "/dev/stdin -> old.model.yaml: no changes\n"))

    def test_what_cannot_be_compared_is_refused_without_half_a_result(self):
        self.write("broken.yaml", "keywright: 1\nname: x\naccess_patterns: {get: {op: gett}}\n")
        self.write("cut.json", json.dumps(TEMPLATE)[:-40])
        self.write("empty.json", '{"Resources": {}}')
        self.write("unproved.yaml", REFERENCE.read_text().replace("by: [status], order", "by: [topic], order"))
        (self.path / "cdk.out").mkdir()
        for old, new, status, says in (
                ("missing.yaml", "old.model.yaml", 2, "cannot read missing.yaml"),
                ("old.model.yaml", "missing.yaml", 2, "cannot read missing.yaml"),
                ("cdk.out", "old.model.yaml", 2, "cannot read cdk.out: it is a folder"),
                ("broken.yaml", "old.model.yaml", 1, "broken.yaml:3:29: error[MDL007]"),
                ("old.model.yaml", "broken.yaml", 1, "broken.yaml:3:29: error[MDL007]"),
                ("cut.json", "old.model.yaml", 2, "cut.json:1:"),
                ("empty.json", "old.model.yaml", 1, "no resource of the template is a table of DynamoDB"),
                ("old.model.yaml", "unproved.yaml", 1, "unproved.yaml:9:53: error[AP001]"),
                ("old.model.yaml", "empty.json", 1, "empty.json:1:")):
            for output in [], ["--format", "json"]:
                made = self.diff(old, new, *output)
                self.assertEqual((made.returncode, made.stdout), (status, ""), (old, new, made.stderr))
                self.assertIn(says, made.stderr)
        # What the rules say of a model that is in use is not the question.
        self.assertEqual(self.diff("unproved.yaml", "old.model.yaml").returncode, 3)

    def test_the_page_shows_what_is_printed(self):
        self.write("deployed.model.yaml", REFERENCE.read_text())
        text = self.edited(
            ("  get_finding: ", "  list_jobs_by_topic: {op: query, entity: Job, by: [topic], "
             "order: created_at desc, page: 50, rate: {peak: 2}}\n  get_finding: "),
            ('    indexes: {gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}}',
             '    indexes:\n      gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}\n'
             '      gsi2: {pk: "TOPIC#{topic}", sk: "{created_at}"}'),
            ("projection: all}}",
             "projection: all}, gsi2: {partition: gsi2pk, sort: gsi2sk, sparse: [Job]}}"),
            ("get_debug: ", "read_debug: "), ("days: 35", "days: 14"))
        (self.path / text).rename(self.path / "research.model.yaml")
        shown = self.diff("deployed.model.yaml", "research.model.yaml")
        self.assertEqual(shown.returncode, 5)
        self.assertIn("```\n" + shown.stdout + "```\n", (ROOT / "docs/diff.md").read_text())

    def test_rules_are_explained(self):
        for rule in "EVO001", "EVO002", "EVO003", "EVO004", "EVO005", "EVO006":
            page = subprocess.run([PROGRAM, "explain", rule], text=True, capture_output=True, timeout=30)
            self.assertEqual(page.returncode, 0)
            self.assertIn(f"### {rule}: ", page.stdout)


unittest.main(argv=sys.argv[:1])

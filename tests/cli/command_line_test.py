"""The `keywright` command as its users meet it: output, files and exit status.

usage: command_line_test.py <keywright program> <project root>
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
REFERENCE = ROOT / "examples/01_research_jobs/research.model.yaml"


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def run_keywright(self, *arguments):
        return subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=self.path, text=True, capture_output=True,
            env={**os.environ, "NO_COLOR": "1"}, timeout=30)

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def broken_reference(self):
        """The reference model with a list by a field that no key begins with."""
        text = REFERENCE.read_text()
        broken = text.replace("by: [status], order", "by: [topic], order")
        self.assertNotEqual(text, broken)
        return self.write("broken.model.yaml", broken)

    def test_version_and_help(self):
        self.assertRegex(self.run_keywright("--version").stdout, r"^keywright \d+\.\d+\.\d+\n$")
        for command in ["init"], ["import"], ["schema"], ["check"], ["patterns"], ["cost"], ["docs"], ["diff"], ["explain"], ["generate", "cpp"], [
                "generate", "python"], ["generate", "cdk"], ["generate", "cloudformation"], ["generate", "iam"], [
                "generate", "create-table"], ["serve"], ["apply"], ["copy"], ["verify"]:
            shown = self.run_keywright(*command, "--help")
            self.assertEqual(shown.returncode, 0)
            self.assertIn("keywright " + " ".join(command), shown.stdout, "no example in its help")
        shown = " ".join(self.run_keywright("--help").stdout.split())
        self.assertIn("repositories in C++ and Python", shown)
        self.assertIn("further ones are in the help of a command.", shown)

    def test_help_fits_80_columns_and_shows_the_defaults(self):
        for command in [], ["init"], ["import"], ["schema"], ["check"], ["patterns"], ["cost"], ["docs"], ["diff"], ["explain"], [
                "generate"], ["generate", "cpp"], ["generate", "python"], ["generate", "cdk"], [
                "generate", "cloudformation"], ["generate", "iam"], ["generate", "create-table"], [
                "serve"], ["apply"], ["copy"]:
            lines = self.run_keywright(*command, "--help").stdout.splitlines()
            self.assertEqual([line for line in lines if len(line) > 80 or line.endswith(" ")], [])
            self.assertTrue(any(line.startswith(" ".join(["Usage: keywright", *command]))
                                for line in lines))
        shown = " ".join(self.run_keywright("serve", "--help").stdout.split())
        for part in ("--port PORT port to listen on; 0 is any free one, which is printed (default: 8000)",
                     "(default: 127.0.0.1)", "(default: 512)", "(default: text)",
                     "(needs --model)", "(may be repeated)"):
            self.assertIn(part, shown)
        shown = " ".join(self.run_keywright("generate", "cpp", "--help").stdout.split())
        self.assertIn("--out DIR folder to write to, by default the current one", shown)

    def test_wrong_command_lines_exit_with_2_and_say_what_is_wrong(self):
        for arguments, says in (
                (["chekc"], "there is no command chekc; did you mean `check`?\n`keywright --help` has"),
                (["generate", "cp"], "there is no command cp; did you mean `cpp`?"),
                (["generate"], "a command is missing"), (["check"], "MODEL is missing"),
                (["init", "--forced"], "there is no option --forced; did you mean --force?"),
                (["explain", "AP001", "get_job", "AP002"], "there is one argument too many: AP002"),
                (["generate", "cpp", "a", "--out", ""], "--out: it is empty; name what to write"),
                (["check", "a", "--color", "red"],
                 '--color: "red" is no choice of colour; give auto, always or never'),
                (["check", "a", "--format", "xml"],
                 'keywright: --format: "xml" is no format; give text, json or sarif\n'
                 "`keywright check --help`"),
                (["explain", "AP001", "get_job"], "AP001 is a rule, and get_job is asked of a model")):
            failed = self.run_keywright(*arguments)
            self.assertEqual((failed.returncode, failed.stdout), (2, ""))
            self.assertIn(says, failed.stderr)
        for arguments in [], ["chekc"], ["check"], ["check", "--format", "xml", "a"], ["generate"]:
            self.assertEqual(self.run_keywright(*arguments).returncode, 2, arguments)

    def test_init_writes_the_reference_model_which_is_clean_and_never_overwrites(self):
        self.assertEqual(self.run_keywright("init").returncode, 0)
        written = self.path / "research.model.yaml"
        self.assertEqual(written.read_bytes(), REFERENCE.read_bytes())
        checked = self.run_keywright("check", "research.model.yaml")
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        self.assertIn("research.model.yaml: clean: keys serve all 11 access patterns",
                      checked.stdout)

        written.write_text("mine")
        refused = self.run_keywright("init")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("already there", refused.stderr)
        self.assertEqual(written.read_text(), "mine")
        self.assertEqual(self.run_keywright("init", "--force").returncode, 0)
        self.assertEqual(written.read_bytes(), REFERENCE.read_bytes())

    def test_advice_is_given_to_those_who_ask_and_breaks_nothing(self):
        asked = self.run_keywright("check", "--advice", REFERENCE)
        self.assertEqual(asked.returncode, 0)
        self.assertIn("note[CAP004]: nothing bounds what table app-table may cost", asked.stdout)

    def test_findings_as_sarif_are_one_run_over_all_models(self):
        broken = self.broken_reference()
        found = self.run_keywright("check", "--format", "sarif", broken, REFERENCE, "missing.yaml")
        self.assertEqual(found.returncode, 2)
        run, = json.loads(found.stdout)["runs"]
        result = run["results"][0]
        self.assertEqual((result["ruleId"], result["level"]), ("AP001", "error"))
        self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], "AP001")
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], broken)
        line = (self.path / broken).read_text().splitlines()[place["region"]["startLine"] - 1]
        self.assertEqual(line[place["region"]["startColumn"] - 1:][:7], "[topic]")
        self.assertIn("missing.yaml", run["invocations"][0]["toolExecutionNotifications"][0]
                      ["message"]["text"])

    def test_several_models_give_one_json_document(self):
        found = json.loads(self.run_keywright(
            "check", "--format", "json", self.broken_reference(), REFERENCE).stdout)
        self.assertEqual([file["errors"] for file in found["files"]], [1, 0])

    def test_a_list_of_patterns_is_checked_before_there_are_keys(self):
        self.write("early.yaml", "{keywright: 1, name: early, access_patterns: "
                   "{get_job: {op: get, entity: Job, by: [job_id], rate: {peak: 1}}}}")
        self.assertEqual(self.run_keywright("check", "early.yaml").returncode, 1)
        early = self.run_keywright("check", "--stage", "patterns", "early.yaml")
        self.assertEqual(early.returncode, 0)
        self.assertIn("it needs a key that begins with job_id", early.stdout)

    def test_explain_says_how_a_pattern_is_served(self):
        explained = self.run_keywright("explain", REFERENCE, "list_jobs_by_status")
        self.assertEqual(explained.returncode, 0)
        self.assertIn("Query on index gsi1 of table app-table", explained.stdout)
        self.assertIn("$8.21 a month", explained.stdout)
        wrong = self.run_keywright("explain", REFERENCE, "list_jobs")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("has no access pattern list_jobs", wrong.stderr)
        broken = self.run_keywright("explain", self.broken_reference(), "list_jobs_by_status")
        self.assertEqual(broken.returncode, 1)
        self.assertIn("error[AP001]", broken.stdout)

    def test_docs_are_the_same_each_time_and_html_is_well_formed(self):
        first = self.run_keywright("docs", REFERENCE)
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        self.assertIn("## Access patterns", first.stdout)
        self.assertEqual(self.run_keywright("docs", REFERENCE).stdout, first.stdout)
        self.assertEqual(self.run_keywright(
            "docs", REFERENCE, "--format", "html", "--out", "page.html").returncode, 0)
        html = (self.path / "page.html").read_text()
        # Everything but the head is XML, too.
        xml.etree.ElementTree.fromstring(html[html.index("<body>"):html.index("</html>")])
        self.assertIn("<svg", html)

    def test_cost_gives_a_table_or_json_with_the_prices_it_was_told(self):
        text = self.run_keywright("cost", REFERENCE)
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        self.assertIn("prices of us-east-1 since 2024-11-01", text.stdout)
        report = json.loads(self.run_keywright("cost", REFERENCE, "--format", "json").stdout)
        costs = {row["pattern"]: row["total"] for row in report["patterns"]}
        self.assertAlmostEqual(costs["put_findings"], 492.75, places=2)
        # A month of 30 days, as AWS's calculator has it.
        self.write("prices.yaml", "{keywright_prices: 1, hours_per_month: 720}")
        other = self.run_keywright(
            "cost", REFERENCE, "--format", "json", "--prices", "prices.yaml")
        costs = {row["pattern"]: row["total"] for row in json.loads(other.stdout)["patterns"]}
        self.assertAlmostEqual(costs["put_findings"], 486.00, places=2)

        self.write("wrong.yaml", "keywright_prices: 1\nstorage: 3\n")
        wrong = self.run_keywright("cost", REFERENCE, "--prices", "wrong.yaml")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("wrong.yaml:2:1: error[MDL005]", wrong.stderr)

    def test_a_model_with_an_error_gives_findings_exit_1_and_no_file(self):
        model = self.broken_reference()
        checked = self.run_keywright("check", model)
        self.assertEqual(checked.returncode, 1)
        self.assertRegex(checked.stdout, r"^broken\.model\.yaml:\d+:\d+: error\[AP001\]: ")
        self.assertIn("^~~~", checked.stdout)
        self.assertIn("\n  help: ", checked.stdout)

        generated = self.run_keywright("generate", "cpp", model, "--out", "out")
        self.assertEqual(generated.returncode, 1)
        self.assertIn("error[AP001]", generated.stderr)
        self.assertFalse((self.path / "out").exists())
        self.assertEqual(self.run_keywright("patterns", model).returncode, 1)

    def test_findings_as_json(self):
        checked = self.run_keywright(
            "check", self.broken_reference(), REFERENCE, "missing.yaml", "--format", "json")
        self.assertEqual(checked.returncode, 2)
        broken, clean, missing = json.loads(checked.stdout)["files"]
        self.assertEqual((broken["errors"], broken["findings"][0]["rule"]), (1, "AP001"))
        self.assertEqual((clean["errors"], clean["findings"]), (0, []))
        self.assertEqual((missing["file"], missing["errors"]), ("missing.yaml", 1))
        self.assertIn("cannot read missing.yaml: No such file", missing["failure"])

    def test_a_file_that_cannot_be_read_exits_with_2_and_its_position(self):
        no_yaml = self.write("no.yaml", "a: [1\nb: }")
        checked = self.run_keywright("check", no_yaml)
        self.assertEqual(checked.returncode, 2)
        self.assertIn("no.yaml:2:", checked.stdout)
        twice = self.write("twice.yaml", "keywright: 1\nname: x\nname: y\n")
        checked = self.run_keywright("check", twice)
        self.assertEqual(checked.returncode, 2)
        self.assertIn("twice.yaml:3:1: error[MDL002]", checked.stdout)
        missing = self.run_keywright("check", "missing.yaml")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("cannot read missing.yaml: No such file", missing.stderr)
        self.assertEqual(self.run_keywright("check", ".").returncode, 2)

    def test_the_worst_of_several_models_decides_the_exit_status(self):
        broken, no_yaml = self.broken_reference(), self.write("no.yaml", "a: [")
        self.assertEqual(self.run_keywright("check", REFERENCE, broken).returncode, 1)
        self.assertEqual(self.run_keywright("check", no_yaml, broken, REFERENCE).returncode, 2)

    def test_generating_twice_leaves_the_files_alone(self):
        first = self.run_keywright("generate", "cpp", REFERENCE, "--out", "out")
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        listed = self.run_keywright("generate", "cpp", REFERENCE, "--list").stdout.split()
        there = [str(f.relative_to(self.path / "out")) for f in (self.path / "out").rglob("*.?pp")]
        self.assertEqual(sorted(listed), sorted(there))
        self.assertIn("research/job_repository.hpp", listed)

        times = {f: (self.path / "out" / f).stat().st_mtime_ns for f in listed}
        again = self.run_keywright("generate", "cpp", REFERENCE, "--out", "out")
        self.assertIn("(0 written, %d unchanged)" % len(listed), again.stdout)
        self.assertEqual(times, {f: (self.path / "out" / f).stat().st_mtime_ns for f in listed})

    def test_each_kind_goes_where_the_layout_wants_it(self):
        kinds = {
            "cpp": "src/ResearchBusiness/src/libs/repositories/research/job_repository.hpp",
            "python": "src/ResearchBusiness/src/libs/repositories/research/job_repository.py",
            "cdk": "infra/lib/research-stack.ts",
            "cloudformation": "infra/cloudformation/research.template.yaml",
            "iam": "infra/policies/research/job_repository.policy.json",
            "create-table": "infra/tables/app-table.create-table.json",
        }
        for kind, path in kinds.items():
            made = self.run_keywright("generate", kind, REFERENCE, "--layout", "business")
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            self.assertTrue((self.path / path).is_file(), path)
            flat = self.run_keywright("generate", kind, REFERENCE, "--list").stdout.split()
            self.assertEqual([file for file in flat if file.startswith(("infra/", "src/"))], [])
            self.assertTrue(any(path.endswith("/" + file) for file in flat), flat)
        self.assertTrue((self.path / "src/ResearchBusiness/tests/unit/test_research.py").is_file())
        wrong = self.run_keywright("generate", "cdk", REFERENCE, "--layout", "busines")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("give flat or business", wrong.stderr)

    def test_what_was_written_is_told_in_json(self):
        command = ["generate", "cloudformation", REFERENCE, "--syntax", "json", "--format", "json"]
        files = [{"path": "research.template.json"}]
        self.assertEqual(json.loads(self.run_keywright(*command, "--list").stdout), {"files": files})
        for written in True, False:
            files[0]["written"] = written
            self.assertEqual(json.loads(self.run_keywright(*command).stdout), {"files": files})
        self.assertIn("AppTable", json.loads((self.path / "research.template.json").read_text())["Resources"])

    def test_policies_name_the_region_and_the_account(self):
        self.run_keywright("generate", "iam", REFERENCE, "--region", "cn-north-1", "--account",
                           "123456789012")
        policy = json.loads((self.path / "research/job_admin.policy.json").read_text())
        self.assertEqual(policy["Statement"][0]["Resource"],
                         ["arn:aws-cn:dynamodb:cn-north-1:123456789012:table/app-table"])
        wrong = self.run_keywright("generate", "iam", REFERENCE, "--account", "12")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("its 12 digits", wrong.stderr)

    def test_no_kind_writes_anything_for_a_model_with_errors(self):
        model = self.broken_reference()
        for kind in "cpp", "python", "cdk", "cloudformation", "iam", "create-table":
            made = self.run_keywright("generate", kind, model, "--out", "out")
            self.assertEqual(made.returncode, 1)
            self.assertIn("error[AP001]", made.stderr)
            self.assertFalse((self.path / "out").exists())

    def test_generating_where_nothing_can_be_written_fails_with_the_path(self):
        self.write("file", "in the way")
        failed = self.run_keywright("generate", "cpp", REFERENCE, "--out", "file")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("file", failed.stderr)

    def test_patterns_name_the_key_design_of_each(self):
        shown = self.run_keywright("patterns", REFERENCE)
        self.assertEqual(shown.returncode, 0)
        self.assertRegex(shown.stdout, r"get_job_with_findings .* sk from FINDING# to REPORT")
        self.assertRegex(shown.stdout, r"transition_status\.start .* queued -> running, sets gsi1pk")
        rows = json.loads(self.run_keywright("patterns", REFERENCE, "--format", "json").stdout)
        self.assertEqual(rows[0]["pattern"], "get_job")
        self.assertEqual(rows[0]["read_units"], 1)

    def test_a_control_character_in_a_key_moves_no_cursor_and_ends_no_line(self):
        text = REFERENCE.read_text().replace("sk: REPORT}", 'sk: "REPORT\\n\\e[31m"}')
        shown = self.run_keywright("patterns", self.write("odd.model.yaml", text))
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertNotIn("\x1b", shown.stdout)
        self.assertIn(r"REPORT\x0a\x1b[31m", shown.stdout)
        self.assertEqual(len(shown.stdout.splitlines()), 14)
        unknown = self.run_keywright("explain", "AP\n\x1b[31m")
        self.assertIn(r"there is no rule AP\x0a\x1b[31m;", unknown.stderr)

    def test_explain_lists_rules_and_shows_the_page_of_one(self):
        listed = self.run_keywright("explain").stdout
        for rule in "AP001", "KEY001", "MDL002":
            self.assertIn(rule, listed)
            self.assertIn("### " + rule, self.run_keywright("explain", rule).stdout)
        self.assertEqual(self.run_keywright("explain", "XX999").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

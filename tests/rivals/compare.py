#!/usr/bin/env python3
"""Runs what holds on Keywright's own engine against the servers of others, by Keywright's client.

usage: compare.py <build folder> <folder of the servers> [--write <page>] [server]

Runs the conformance cases, the tests of repositories and of generated code, and the example, each on a
newly started server, and prints how many hold. With --write the table replaces the one in the page.
What fails and how is left in <build folder>/rivals/. The versions are those of bench/http/rivals.
"""

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests/conformance/cases"

# {npm} and {bin} are folders of what was installed.
SERVERS = {
    "dynoxide": ["{npm}/@dynoxide/linux-x64/dynoxide", "--port", "{port}"],
    "dynalite": ["{root}/node", "{npm}/dynalite/cli.js", "--host", "127.0.0.1", "--port", "{port}",
                 "--createTableMs", "0", "--deleteTableMs", "0", "--updateTableMs", "0"],
    "moto": ["{bin}/moto_server", "--port", "{port}"],
}

# What a row of the table counts: the files of cases whose names begin so. The first that fits counts.
TOPICS = [
    ("PartiQL", ["partiql"]),
    ("Streams", ["streams"]),
    ("Tags, policies, time to live", ["tags", "resource_policy", "time_to_live"]),
    ("Legacy parameters", ["legacy"]),
    ("Transactions, idempotency", ["transact", "idempotency"]),
    ("Batches", ["batch"]),
    ("Indexes", ["global_secondary", "local_secondary", "index_writes", "multi_attribute"]),
    ("Queries and scans", ["query", "scan"]),
    ("Expressions", ["condition", "expression", "projection", "reserved", "update_add",
                     "update_expressions", "update_paths"]),
    ("Tables", ["create_table", "delete_and", "update_table", "names_and"]),
    ("Capacity, sizes, limits", ["consumed", "item_collection", "item_size"]),
    ("Values, keys, items", ["get_put", "key_values", "values", "return_values"]),
    ("Order of validation, form of requests", ["validation", "serialization", "unknown"]),
    ("Whole stories", ["stories"]),
]


# Why a case does not hold, by the text of a failure; of several failures the kind that comes first here.
KINDS = [
    ("needs an operation that it does not have", r"UnknownOperation|NotImplemented|\b501\b"),
    ("is answered by HTTP 500, which clients repeat", r"Which is: 500"),
    ("is refused, and DynamoDB would not", r"Which is: 200\n  answer.status"),
    ("is not refused, and DynamoDB would", r"Which is: 400\n  answer.status\n    Which is: 200"),
    ("gets another kind of error", r"plain_name\(type\)|answer.status"),
    ("gets the error in other words", r"difference\(message, "),
    ("gets another answer", r""),
]


def topic_of(file_name):
    for topic, beginnings in TOPICS:
        if any(file_name.startswith(beginning) for beginning in beginnings):
            return topic
    raise ValueError(f"{file_name} belongs to no row of TOPICS")


def versions():
    """The versions that are installed, by name."""
    wanted = json.loads((ROOT / "bench/http/rivals/package.json").read_text())["dependencies"]
    pip = (ROOT / "bench/http/rivals/requirements.txt").read_text()
    return {"dynoxide": wanted["@dynoxide/linux-x64"], "dynalite": wanted["dynalite"],
            "moto": re.search(r"^moto\S*==(\S+)", pip, re.M)[1]}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Running:
    """A server for as long as the `with` lasts."""

    def __init__(self, name, folder, log):
        port = free_port()
        paths = {"root": folder, "npm": folder / "node_modules", "bin": folder / "bin", "port": port}
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([part.format(**paths) for part in SERVERS[name]],
                                        stdout=log, stderr=subprocess.STDOUT)
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"{name} ended with status {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{name} does not listen")

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)


def kind_of(failures):
    texts = [failure["failure"] for failure in failures]
    kinds = {next(kind for kind, pattern in KINDS if re.search(pattern, text)) for text in texts}
    return min(kinds, key=[kind for kind, _ in KINDS].index)


def cases_of(command, out):
    """The conformance cases as [(file, kind of failure or None)]; the program's output goes to a file."""
    report = Path(f"{out}.json")
    with open(f"{out}.txt", "w") as text:
        subprocess.run([*command, f"--gtest_output=json:{report}"], stdout=text,
                       stderr=subprocess.STDOUT)
    return [(suite["name"].split("/")[0], kind_of(case["failures"]) if "failures" in case else None)
            for suite in json.loads(report.read_text())["testsuites"] for case in suite["testsuite"]]


def tests_of(program, url, out):
    """(passed, all) of a program of GoogleTest. Each test has a process of its own: one that gets an
    answer where it expects an error may end it."""
    listed = subprocess.run([program, "--gtest_list_tests"], stdout=subprocess.PIPE, text=True)
    names, suite = [], ""
    for line in listed.stdout.splitlines():
        if line.startswith("  "):
            names.append(suite + line.split()[0])
        else:
            suite = line.strip()
    passed = 0
    with open(f"{out}.txt", "w") as text:
        for name in names:
            ended = subprocess.run([program, "--gtest_brief=1", f"--gtest_filter={name}"],
                                   stdout=text, stderr=subprocess.STDOUT,
                                   env={**os.environ, "KEYWRIGHT_TEST_DATABASE": url})
            passed += ended.returncode == 0
    return passed, len(names)


def run(name, build, folder, out):
    """{row of the table: (how many, of how many)}"""
    rows = {}
    with open(out / f"{name}.server.txt", "w") as log:
        with Running(name, folder, log) as url:
            cases = cases_of([build / "tests/conformance/conformance", CASES, "--at", url],
                             out / f"{name}.cases")
        for topic, _ in TOPICS:
            kinds = [kind for file_name, kind in cases if topic_of(file_name) == topic]
            rows[topic] = (kinds.count(None), len(kinds))
        kinds = [kind for _, kind in cases]
        rows["**All cases**"] = (kinds.count(None), len(kinds))
        for kind, _ in KINDS:
            rows[f"a case {kind}"] = (kinds.count(kind), "")
        for row, program in [("Tests of the repository layer", "tests/unit/repository/unit_repository"),
                             ("Tests of generated repositories", "tests/golden/golden_use")]:
            with Running(name, folder, log) as url:
                rows[row] = tests_of(build / program, url, out / f"{name}.{Path(program).name}")
        with Running(name, folder, log) as url, open(out / f"{name}.example.txt", "w") as text:
            example = subprocess.run([build / "examples/01_research_jobs/research_jobs", url],
                                     stdout=text, stderr=subprocess.STDOUT)
        rows["The example of research jobs"] = (int(example.returncode == 0), 1)
    return rows


def table(results):
    known = versions()
    header = ["conformance cases of", "in all", *(f"{name} {known[name]}" for name in results)]
    lines = ["| " + " | ".join(header) + " |", "|---|" + "--:|" * (len(header) - 1)]
    for row in next(iter(results.values())):
        counts = [rows[row] for rows in results.values()]
        lines.append("| " + " | ".join([row, str(counts[0][1]), *(str(c[0]) for c in counts)]) + " |")
    return "\n".join(lines)


def write(page, text):
    begin, end = "<!-- counts of ./dev rivals -->\n", "<!-- end of counts -->"
    old = page.read_text()
    before, after = old.index(begin) + len(begin), old.index(end)
    page.write_text(old[:before] + text + "\n" + old[after:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("servers", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("server", nargs="?", choices=SERVERS)
    asked = parser.parse_args()
    out = asked.build / "rivals"
    out.mkdir(parents=True, exist_ok=True)
    results = {}
    for name in [asked.server] if asked.server else SERVERS:
        begin = time.monotonic()
        results[name] = run(name, asked.build.resolve(), asked.servers.resolve(), out)
        print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr)
    print(table(results))
    if asked.write:
        write(asked.write, table(results))


if __name__ == "__main__":
    main()

"""The JSON Schema of `keywright schema` against jsonschema: it accepts every model of the examples, the tests and
the documentation, and refuses what the reader refuses: a key of every map misspelt, a word that is none, a key that
is missing.

usage: schema_test.py KEYWRIGHT ROOT
"""

import copy
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml

KEYWRIGHT, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])


class Yaml12(yaml.SafeLoader):
    """Scalars as YAML 1.2 has them: no dates, and yes, no, on and off are text."""


Yaml12.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers
            if tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:null")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
Yaml12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))


def load(text):
    return with_text_keys(yaml.load(text, Yaml12))


def with_text_keys(node):
    """A key is text, also one that would be another value elsewhere."""
    if isinstance(node, list):
        return [with_text_keys(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {key if isinstance(key, str) else json.dumps(key): with_text_keys(child) for key, child in node.items()}


def models():
    """Every model there is, by name."""
    for path in sorted([*ROOT.glob("examples/**/*.model.yaml"), *ROOT.glob("tests/models/*.model.yaml"),
                        *ROOT.glob("tests/imports/*.model.yaml")]):
        yield path.name, load(path.read_text(encoding="utf-8"))
    page = (ROOT / "docs/model-language.md").read_text(encoding="utf-8")
    for block in re.findall(r"```yaml\n(keywright: 1\n.*?)```", page, re.S):
        yield "docs/model-language.md", load(block)


def reader_accepts(model):
    done = subprocess.run([KEYWRIGHT, "check", "--format", "json", "/dev/stdin"], input=json.dumps(model),
                          capture_output=True, text=True, check=False)
    findings = json.loads(done.stdout)["files"][0]["findings"]
    return not any(each["rule"].startswith("MDL") for each in findings)


def places(node, path=()):
    """Every map in a model, with the path to it."""
    if isinstance(node, dict):
        yield path, node
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def at(model, path):
    for key in path:
        model = model[key]
    return model


# Maps whose keys are names that the author gives.
NAMED = re.compile(r"^(access_patterns|entities|tables|(entities/\w+|.*)/fields|.*/indexes|.*/moves|.*/unique|.*/when"
                   r"|.*/condition|.*/required|.*/default|.*/consumers)$")


def generic(path):
    """The path with `*` for what the author has named, and for places in lists."""
    return tuple("*" if isinstance(step, int) or NAMED.match("/".join(map(str, path[:i]))) else step
                 for i, step in enumerate(path))


def main():
    schema = json.loads(subprocess.run([KEYWRIGHT, "schema"], capture_output=True, text=True, check=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    count = refused = 0
    tried = set()
    for name, model in models():
        count += 1
        for error in validator.iter_errors(model):
            sys.exit(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
        for path, node in places(model):
            if NAMED.match("/".join(map(str, path))):
                continue
            for key in node:
                # One mutant for each key in a map of each kind is enough.
                kind = (generic(path), key)
                if kind in tried:
                    continue
                tried.add(kind)
                mutant = copy.deepcopy(model)
                inner = at(mutant, path)
                inner[f"{key}x"] = inner.pop(key)
                if validator.is_valid(mutant):
                    sys.exit(f"{name}: {'/'.join(map(str, path))}: the misspelt {key}x is accepted")
                if reader_accepts(mutant):
                    sys.exit(f"{name}: {'/'.join(map(str, path))}: the reader accepts {key}x")
                refused += 1
    others = mutants(validator)
    print(f"{count} models accepted, {refused} misspelt keys and {others} other mistakes refused")


MISTAKES = """
access_patterns: {p: {op: gett, entity: Job}}
access_patterns: {p: {entity: Job}}
access_patterns: {p: {op: get}}
access_patterns: {p: {op: get, entity: Job, returns: [Job]}}
access_patterns: {p: {op: put, entity: Job, order: at desc}}
access_patterns: {p: {op: query, entity: Job, order: at down}}
access_patterns: {p: {op: query, entity: Job, range: "at begins_with"}}
access_patterns: {p: {op: query, entity: Job, page: 0}}
access_patterns: {p: {op: get, entity: Job, rate: 100}}
access_patterns: {p: {op: transact}}
access_patterns: {"not-a-name": {op: get, entity: Job}}
access_patterns: []
entities: {Job: {key: {pk: A}}}
entities: {Job: {fields: {a: {optional: true}}}}
entities: {Job: {fields: {a: text}}}
entities: {Job: {fields: {a: list}}}
entities: {Job: {fields: {a: {type: bool, charset: "[a-z]"}}}}
entities: {Job: {fields: {a: {type: int, values: [a]}}}}
entities: {Job: {fields: {_type: string}}}
entities: {Job: {fields: {a: ulid}, ttl: {field: a, after: 7}}}
entities: {Job: {fields: {a: ulid}, indexes: {g: {shards: 0}}}}
entities: {Job: {fields: {a: ulid}, key: {sk: A}}}
table: {keys: {partition: pk}}
table: {name: t, keys: {sort: sk}}
table: {name: t, keys: {partition: pk}, billing: free}
table: {name: t, keys: {partition: pk}, indexes: {g: {sort: a}}}
table: {name: t, keys: {partition: pk}, indexes: {g: {local: true, partition: a, sort: b}}}
table: {name: t, keys: {partition: pk}, class: cheap}
waive: [{rule: IDX001}]
profile: prod
targets: [azure]
"""


def mutants(validator):
    lines = [line for line in MISTAKES.splitlines() if line]
    for line in lines:
        model = {"keywright": 1, "name": "m", "access_patterns": {}, **load(line)}
        if validator.is_valid(model):
            sys.exit(f"accepted: {line}")
        if reader_accepts(model):
            sys.exit(f"the reader accepts: {line}")
    return len(lines)


main()

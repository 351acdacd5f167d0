#!/usr/bin/env python3
"""Checks every #include against the layers of the project.

    tools/check_layers.py              check this source tree
    tools/check_layers.py --self-test  check the checker

A new public header, or a new arrow between layers, is a row in a table below.
"""

import pathlib
import re
import sys
import tempfile

# layer: what it may include. Every layer may include itself and core.
LAYERS = {
    "core": [],
    "expression": [],
    "api": [],
    "storage": [],
    "engine": ["api", "expression", "storage"],
    "repository": ["api", "expression"],
    "wire": ["api"],
    "server": ["wire", "api"],
    "http": [],
    "credentials": ["http", "wire", "api"],
    "remote": ["credentials", "http", "wire", "api"],
    "model": [],
    "plan": ["model"],
    "cost": ["plan", "model"],
    "check": ["cost", "plan", "model"],
    "document": ["cost", "plan", "model"],
    "generate": ["plan", "model"],
    "emulation": ["api", "expression"],
    "guard": ["check", "plan", "model", "api", "expression"],
    "apply": ["plan", "model", "api"],
    "infrastructure": ["apply", "generate", "plan", "model", "api"],
    "diff": ["apply", "check", "cost", "plan", "model", "api"],
    "verify": ["apply", "plan", "model", "wire", "api"],
    "connect": ["engine", "remote", "credentials", "api"],
    "copy": ["wire", "api"],
    "imports": ["model"],
    "testing": ["repository", "emulation", "wire", "api"],
}
APP = ["server", "connect", "apply", "infrastructure", "diff", "verify", "copy", "engine", "api", "emulation", "guard", "model", "plan", "cost", "check", "document", "generate", "imports"]

# layer: its public headers in include/keywright.
PUBLIC_HEADERS = {
    "core": "attribute_value call_control clock error expression_attributes item legacy number random result timestamp",
    "api": "batch capacity database expiry_sweep forwarding_database item_operations operations partiql query resource "
           "stream table transaction uniform_database",
    "engine": "engine",
    "repository": "access_pattern batch_report binary call_report change codec_state collection condition "
                  "dry_run entity item_reader item_write item_writer key_template key_value named_enum page parallel "
                  "read_transaction repository repository_options required requirements retry_policy step_reason table_schema ulid update uuid "
                  "value_decoder value_encoder write_transaction",
    "emulation": "conflicting_database throttled_database",
    "guard": "guard guard_report",
    "credentials": "aws_settings credentials credentials_providers",
    "remote": "alternator endpoints remote",
    "connect": "connect",
    "server": "server",
    "testing": "faulty_database manual_time recording_database request_matchers request_parts",
}
# Public headers that include more than <keywright/...> and the standard library, for those who have it.
ALSO_INCLUDED = {"keywright/request_matchers.hpp": {"gmock/gmock.h"}}
LAYER_OF_HEADER = {
    f"keywright/{name}.hpp": layer
    for layer, names in PUBLIC_HEADERS.items()
    for name in names.split()
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
STANDARD = re.compile(r"[a-z0-9_]+$")
# Kept out of every header of a layer: their types would become ours, and their compile time everyone's.
SOURCE_ONLY = re.compile(r"(absl|fmt|CLI|openssl|rocksdb)/|(expat|yaml|zlib)\.h$")


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1]


def files(root, folder):
    return sorted(p for p in (root / folder).rglob("*") if p.suffix in (".hpp", ".cpp"))


class Check:
    def __init__(self, root):
        self.root = root
        self.findings = []

    def report(self, path, number, text):
        self.findings.append(f"{path.relative_to(self.root)}:{number}: {text}")

    def layer_of(self, name):
        """The layer that an include names, or None for what is not ours."""
        if name.startswith("keywright/"):
            return LAYER_OF_HEADER.get(name, "?")
        first, slash, _ = name.partition("/")
        return first if slash and first in LAYERS else None

    def arrow(self, path, number, owner, allowed, name):
        layer = self.layer_of(name)
        if layer == "?":
            self.report(path, number, f"<{name}> belongs to no layer: give it a row in PUBLIC_HEADERS")
        elif layer and layer not in allowed:
            self.report(path, number, f"{owner} may not include {layer} ({name}); it may include "
                        + ", ".join(sorted(allowed)))

    def public_header(self, path):
        name = f"keywright/{path.name}"
        layer = self.layer_of(name)
        if layer == "?":
            self.report(path, 1, "belongs to no layer: give it a row in PUBLIC_HEADERS")
            return
        for number, included in includes(path):
            if included in ALSO_INCLUDED.get(name, ()):
                continue
            if not included.startswith("keywright/") and not STANDARD.match(included):
                self.report(path, number, f"a public header includes <keywright/...> and the standard "
                            f"library only, not {included}")
            self.arrow(path, number, layer, {layer, "core", *LAYERS[layer]}, included)

    def inner(self, path, owner, allowed):
        for number, included in includes(path):
            self.arrow(path, number, owner, allowed, included)
            if path.suffix == ".hpp" and owner in LAYERS and SOURCE_ONLY.match(included):
                self.report(path, number, f"{included} is for .cpp files only")

    def outer(self, path):
        """Examples and generated code see what a user sees."""
        for number, included in includes(path):
            layer = self.layer_of(included)
            if layer and not included.startswith("keywright/"):
                self.report(path, number, f"{included} is internal; include <keywright/...> only")

    def run(self):
        public = files(self.root, "include")
        for path in public:
            self.public_header(path)
        for name in sorted(set(LAYER_OF_HEADER) - {f"keywright/{p.name}" for p in public}):
            self.findings.append(f"tools/check_layers.py: PUBLIC_HEADERS names {name}, which does not exist")
        for folder in sorted(p for p in (self.root / "src").glob("*") if p.is_dir()):
            if folder.name not in LAYERS:
                self.findings.append(f"src/{folder.name}: no such layer: give it a row in LAYERS")
                continue
            allowed = {folder.name, "core", *LAYERS[folder.name]}
            for path in files(self.root, f"src/{folder.name}"):
                self.inner(path, folder.name, allowed)
        for path in files(self.root, "apps/keywright"):
            self.inner(path, "apps/keywright", {"core", *APP})
        for path in files(self.root, "examples") + files(self.root, "tests/golden"):
            if path.parent != self.root / "tests/golden":  # the runner itself is a test like others
                self.outer(path)
        return self.findings


def self_test():
    tree = {
        "src/core/sizes.hpp": "#include <absl/strings/cord.h>\n",
        "src/storage/map.cpp": '#include "core/sizes.hpp"\n#include <absl/container/btree_map.h>\n',
        "src/storage/bad.cpp": '#include <vector>\n#include "engine/engine.hpp"\n',
        "src/engine/good.cpp": '#include "storage/map.hpp"\n#include <keywright/query.hpp>\n',
        "src/model/bad.cpp": "  #  include <keywright/query.hpp>\n",
        "src/extra/a.cpp": "",
        "include/keywright/engine.hpp": "#include <keywright/connect.hpp>\n#include <fmt/core.h>\n",
        "include/keywright/novel.hpp": "",
        "apps/keywright/options.hpp": "#include <CLI/CLI.hpp>\n",
        "examples/01_a/main.cpp": '#include "engine/engine.hpp"\n#include "research/job.hpp"\n',
        "apps/keywright/main.cpp": '#include "storage/map.hpp"\n#include "check/check.hpp"\n',
    }
    expected = [
        "src/core/sizes.hpp:1: absl/strings/cord.h is for .cpp files only",
        "src/storage/bad.cpp:2: storage may not include engine (engine/engine.hpp); it may include core, storage",
        "src/model/bad.cpp:1: model may not include api (keywright/query.hpp); it may include core, model",
        "src/extra: no such layer: give it a row in LAYERS",
        "include/keywright/engine.hpp:1: engine may not include connect (keywright/connect.hpp); "
        "it may include api, core, engine, expression, storage",
        "include/keywright/engine.hpp:2: a public header includes <keywright/...> and the standard "
        "library only, not fmt/core.h",
        "include/keywright/novel.hpp:1: belongs to no layer: give it a row in PUBLIC_HEADERS",
        "examples/01_a/main.cpp:1: engine/engine.hpp is internal; include <keywright/...> only",
        "apps/keywright/main.cpp:1: apps/keywright may not include storage (storage/map.hpp); "
        "it may include " + ", ".join(sorted(["core", *APP])),
    ]
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for path, text in tree.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        found = [f for f in Check(root).run() if "PUBLIC_HEADERS names" not in f]
    assert sorted(found) == sorted(expected), "\n".join(sorted(set(found) ^ set(expected)))


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        print("The layer check finds what it should.")
        return 0
    findings = Check(pathlib.Path(__file__).resolve().parent.parent).run()
    print("\n".join(findings) if findings else "Every include follows the layers.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

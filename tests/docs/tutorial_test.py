#!/usr/bin/env python3
"""Whether what docs/tutorial.md shows is so: its model files are written and edited as the page says,
its commands are run on them, and its code is that of an example.

usage: tutorial_test.py <page> <keywright> <folder of the example>

    <!-- write NAME -->, <!-- append NAME -->   the block below is that file, or its end
    <!-- edit NAME -->                          the block below is a diff of it
    ```console                                  commands behind `$`, with what they print; a line
                                                `..` is any lines, and `..` at an end any text.
                                                `cd` goes on for those that follow
    ```cpp, ```cmake, ```yaml                   lines of a file of the example
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # nothing beside the sources
from quotes_test import is_quoted

BLOCK = re.compile(r"^(?:<!-- (\w+) (\S+) -->\n)?```(\w+)\n(.*?)^```$", re.M | re.S)


def edited(text, diff):
    before = "".join(line[1:] for line in diff.splitlines(True) if not line.startswith("+"))
    after = "".join(line[1:] for line in diff.splitlines(True) if not line.startswith("-"))
    if text.count(before) != 1:
        sys.exit(f"the page edits lines that are there {text.count(before)} times:\n{before}")
    return text.replace(before, after)


def as_pattern(lines):
    """Of shown lines, for the printed ones."""
    pattern = ""
    for line in lines:
        if line == "..":
            pattern += r"(?:.*\n)*?"
        elif line.endswith(".."):
            pattern += re.escape(line.removesuffix("..")).replace(r"\ ", " ") + r".*\n"
        else:
            pattern += re.escape(line) + r"\n"
    return re.compile(pattern)


def run(command, shown, environment):
    ran = subprocess.run(command, shell=True, env=environment, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if not as_pattern(shown).fullmatch(ran.stdout):
        diff = "\n".join(difflib.ndiff(shown, ran.stdout.splitlines()))
        sys.exit(f"$ {command}\nprints something else than the page shows:\n{diff}")


def run_all(console, environment):
    commands = re.split(r"^\$ ", console, flags=re.M)
    if commands.pop(0):
        sys.exit(f"a console begins with no command:\n{console}")
    for each in commands:
        command, *shown = each.splitlines()
        if command.startswith("cd "):
            os.chdir(command.removeprefix("cd "))
            continue
        run(command, shown, environment)


def main():
    page, keywright, example = (Path(name).resolve() for name in sys.argv[1:])
    sources = [path for path in example.iterdir() if path.is_file()]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        clone = Path(example.parent.name, example.name)  # as much of it as the page uses
        clone.mkdir(parents=True)
        for source in example.glob("*.model.yaml"):
            (clone / source.name).write_text(source.read_text())
        environment = dict(os.environ, PATH=f"{keywright.parent}:{os.environ['PATH']}")
        blocks = BLOCK.findall(page.read_text())
        for verb, name, language, block in blocks:
            if verb == "write":
                Path(name).write_text(block)
            elif verb == "append":
                Path(name).write_text(Path(name).read_text() + block)
            elif verb == "edit":
                Path(name).write_text(edited(Path(name).read_text(), block))
            elif language == "console":
                run_all(block, environment)
            elif language in ("cpp", "cmake", "yaml") and not is_quoted(block, sources):
                sys.exit(f"{page} shows what no file of {example} has:\n{block}")
        if not any(language == "console" for _, _, language, _ in blocks):
            sys.exit(f"{page} shows no command")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Whether the code that a page of the docs shows is that of an example, which is compiled and run, or of a golden.

usage: quotes_test.py [--of <language>,..] <page> <source>...

Without languages it is the C++.
"""

import re
import sys
from pathlib import Path


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def is_quoted(block, sources):
    """Whether the block is consecutive lines of a source, but for blank lines and indents."""
    quoted = lines(block)
    codes = [lines(source.read_text()) for source in sources]
    return any(code[at:at + len(quoted)] == quoted for code in codes for at in range(len(code)))


def main():
    arguments = sys.argv[1:]
    languages = ["cpp"]
    if arguments[0] == "--of":
        languages, arguments = arguments[1].split(","), arguments[2:]
    page, sources = Path(arguments[0]), [Path(name) for name in arguments[1:]]
    blocks = re.findall(rf"^```(?:{'|'.join(languages)})\n(.*?)^```", page.read_text(), re.M | re.S)
    if not blocks:
        sys.exit(f"{page} shows no {' or '.join(languages)}")
    for block in blocks:
        if not is_quoted(block, sources):
            names = " and ".join(str(source) for source in sources)
            sys.exit(f"{page} shows what {names} do not have:\n{block}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Whether the C++ that a page of the docs shows is that of an example, which is compiled and run.

usage: quotes_test.py <page> <source>
"""

import re
import sys
from pathlib import Path


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def main():
    page, source = Path(sys.argv[1]), Path(sys.argv[2])
    code = lines(source.read_text())
    blocks = re.findall(r"^```cpp\n(.*?)^```", page.read_text(), re.M | re.S)
    if not blocks:
        sys.exit(f"{page} shows no C++")
    for block in blocks:
        quoted = lines(block)
        if not any(code[at:at + len(quoted)] == quoted for at in range(len(code))):
            sys.exit(f"{page} shows what {source} does not have:\n{block}")


if __name__ == "__main__":
    main()

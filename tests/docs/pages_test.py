#!/usr/bin/env python3
"""Whether each link between the pages leads somewhere, the rows of a table have its columns, and the
index of docs/ lists every page.

usage: pages_test.py <project root>
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)


def anchors(page):
    """Of the headings of a page, as forges make them."""
    titles = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def dead_links(page):
    text = re.sub(r"`[^`\n]*`", "", FENCED.sub("", page.read_text()))
    for link in LINK.findall(text):
        if re.match(r"\w+:", link):
            continue  # on the web
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists():
            yield f"{page}: there is no {name}"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{page}: {name or page.name} has no heading #{anchor}"


def broken_tables(page):
    columns = None
    for line in FENCED.sub("", page.read_text()).splitlines():
        if not line.startswith("|"):
            columns = None
            continue
        here = len(re.findall(r"(?<!\\)\|", line))  # also within code, a | that is no `\|` ends a cell
        columns = columns or here
        if here != columns:
            yield f"{page}: this row has other columns than its table: {line}"


def main():
    root = Path(sys.argv[1])
    pages = [page for page in root.rglob("*.md")
             if "build" not in page.relative_to(root).parts and not page.name.startswith(".")]
    faults = [fault for page in sorted(pages) for fault in (*dead_links(page), *broken_tables(page))]
    index = root / "docs/README.md"
    listed = set(LINK.findall(index.read_text()))
    faults += [f"{index} does not list {page.name}" for page in sorted((root / "docs").glob("*.md"))
               if page != index and page.name not in listed]
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()

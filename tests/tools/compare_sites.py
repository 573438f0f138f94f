"""Compare the pages of two built sites: compare_sites.py OLD_HTML NEW_HTML.

Prints each page that differs, with the first element or text that does, and exits with 1 if any
does. The order of attributes, blanks between words and the checksums of files make no difference.
"""

import re
import sys
from html.parser import HTMLParser
from itertools import zip_longest
from pathlib import Path

CHECKSUM = re.compile(r"\?(?:v|digest)=\w+")
NOTHING = (0, "nothing")


class Reader(HTMLParser):
    """Collects tags and texts in their order, each with its line."""

    def __init__(self):
        super().__init__()
        self.parts = []

    def add(self, part):
        self.parts.append((self.getpos()[0], part))

    def handle_starttag(self, tag, attrs):
        words = sorted(f'{name}="{CHECKSUM.sub("", value or "")}"' for name, value in attrs)
        self.add(f"<{' '.join([tag, *words])}>")

    def handle_endtag(self, tag):
        self.add(f"</{tag}>")

    def handle_data(self, data):
        if text := " ".join(data.split()):
            self.add(text)


def read_parts(page):
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    reader.close()
    return reader.parts


def first_difference(old, new):
    """Return the first parts of two pages that differ, each with its line, or None."""
    for before, after in zip_longest(read_parts(old), read_parts(new), fillvalue=NOTHING):
        if before[1] != after[1]:
            return before, after
    return None


def compare(old, new):
    """Yield a line for each page that differs, or that only one of two sites has."""
    pages = {page.relative_to(site) for site in (old, new) for page in site.rglob("*.html")}
    for page in sorted(pages):
        if not (old / page).exists() or not (new / page).exists():
            yield f"{page}: only in {old if (old / page).exists() else new}"
        elif found := first_difference(old / page, new / page):
            (at, before), (there, after) = found
            yield f"{page}:{at}: {before[:200]}\n{page}:{there}: {after[:200]}"


if __name__ == "__main__":
    differences = list(compare(*map(Path, sys.argv[1:])))
    print(*differences, sep="\n\n")
    sys.exit(bool(differences))

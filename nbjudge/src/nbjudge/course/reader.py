"""Read what may be a notebook, within limits: run as a program, it limits itself first.

It stands alone, so that it starts at once.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import resource
import sys
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it starts at once
    from collections.abc import Iterator

__all__ = ["MAX_CELL_TEXT", "OldFormat", "SubmittedCell", "Unreadable", "read"]

MAX_CELLS = 2000
MAX_CELL_TEXT = 2**19
MAX_NODES = 200_000
"""In a notebook of the old format, which is copied and upgraded; 40 times as many as usual."""
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
"""The kinds that are shown, and how each begins."""
PICTURE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
MAX_PICTURES, MAX_PICTURE = 10, 5 * 2**20
MEMORY = 2**30
SECONDS = 20


class Unreadable(Exception):
    """What is no notebook; says why in words that follow its name."""


class OldFormat(Exception):
    """A notebook of format 3."""


@dataclass(frozen=True)
class SubmittedCell:
    """Of a cell its type, nbgrader's id, its text ("" if that was too long and is cut), pictures.

    These are what was pasted into it, by name, as nbformat has attachments.
    """

    type: str
    id: str | None
    source: str
    cut: bool = False
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)


def read(data: bytes, old: bool) -> list[SubmittedCell]:
    """Return the cells of a notebook; raise `Unreadable`, or `OldFormat` unless ``old`` is set."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is not UTF-8 text (byte {error.start})") from None
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"is not JSON: {str(error)[:200]}") from None
    if not isinstance(tree, dict) or type(tree.get("nbformat")) is not int:
        raise Unreadable("is JSON, but no notebook")
    if tree["nbformat"] not in (3, 4):
        raise Unreadable(f"has notebook format {str(tree['nbformat'])[:20]}; it must be 3 or 4")
    if tree["nbformat"] == 3:
        if not old:
            raise OldFormat
        tree = upgrade(tree)
    cells = tree.get("cells")
    if not isinstance(cells, list):
        raise Unreadable("has no list of cells")
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"has {len(cells)} cells; the limit is {MAX_CELLS}")
    return [sanitize_cell(cell) for cell in cells if isinstance(cell, dict)]


def upgrade(tree: dict) -> dict:
    """Upgrade a notebook of format 3."""
    parts, waiting = 0, [tree]
    while waiting:
        node = waiting.pop()
        parts += 1
        if parts > MAX_NODES:
            raise Unreadable(f"has more than {MAX_NODES} parts, and is of the old format 3")
        waiting += node.values() if isinstance(node, dict) else node if type(node) is list else ()
    import nbformat
    from nbformat.notebooknode import from_dict

    try:
        return dict(nbformat.v4.upgrade(from_dict(tree)))
    except Exception as error:
        words = f"{type(error).__name__}: {str(error)[:100]}"
        raise Unreadable(f"is of the old format 3 and cannot be upgraded ({words})") from None


def sanitize_cell(cell: dict) -> SubmittedCell:
    """Keep of a cell what matters, whatever the cell is."""
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    source = source if isinstance(source, str) else ""
    source = source.encode("utf-8", "replace").decode()  # half a surrogate pair is no text
    about = cell.get("metadata")
    about = about.get("nbgrader") if isinstance(about, dict) else None
    about = about if isinstance(about, dict) else {}
    name = about.get("grade_id")
    kind = cell.get("cell_type")
    cut = len(source) > MAX_CELL_TEXT
    return SubmittedCell(
        type=kind if isinstance(kind, str) else "raw",
        id=name if isinstance(name, str) and name else None,
        source="" if cut else source,
        cut=cut,
        pictures=dict(extract_pictures(cell.get("attachments"))),
    )


def extract_pictures(attachments: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the pictures that a cell holds, under names that are harmless in Markdown."""
    named = attachments.items() if isinstance(attachments, dict) else ()
    for name, bundle in list(named)[:MAX_PICTURES]:
        if not (PICTURE_NAME.fullmatch(str(name)) and isinstance(bundle, dict)):
            continue
        for kind, start in PICTURES.items():
            text = bundle.get(kind)
            if isinstance(text, list):
                text = "".join(part for part in text if isinstance(part, str))
            if not isinstance(text, str) or len(text) > MAX_PICTURE:
                continue
            try:
                data = base64.b64decode("".join(text.split()), validate=True)
            except (binascii.Error, ValueError):
                continue
            if data.startswith(start):
                yield str(name), {kind: base64.b64encode(data).decode()}
                break


def main() -> None:
    """Read standard input, and answer in JSON."""
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        resource.setrlimit(kind, (most, most))
    answer: dict[str, Any]
    try:
        answer = {"cells": [asdict(cell) for cell in read(sys.stdin.buffer.read(), old=True)]}
    except Unreadable as error:
        answer = {"unreadable": str(error)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()

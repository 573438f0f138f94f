"""Variants: values of their own for each student, by the folder's name and the course's secret.

In a source, the read-only cell `VARIANT` gives names their values: ``SEED = 7``. The function
``variant(random)`` in answers/ASSIGNMENT_variants.py, which no student gets, returns other values
for the same names. A student's instance of the assignment is the source with these in that cell;
all else is the same. Nothing that is handed in has a part in it.
"""

from __future__ import annotations

import ast
import copy
import glob
import hashlib
import hmac
import json
import os
import re
import secrets
import subprocess
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nbgrader import utils

from nbjudge.course import drawing
from nbjudge.course.drawing import ALLOWED, is_literal
from nbjudge.course.source import VARIANT, Assignment, Course, Notebook, get_grade_id
from nbjudge.errors import GradingError
from nbjudge.records import digest

__all__ = ["locate_secret", "make_instances", "make_secret", "read_secret"]


@dataclass(frozen=True)
class VariantValue:
    """A value that the cell gives a name; it stands between two bytes of the cell's text."""

    name: str
    value: Any
    start: int
    end: int


def make_instances(
    assignment: Assignment, secret: bytes, students: Iterable[str], hash_seed: int = 0
) -> dict[str, Assignment]:
    """Return by student the assignment with that student's values.

    Parameters
    ----------
    assignment : Assignment
        One that has variants.
    secret : bytes
        The course's.
    students : iterable of str
    hash_seed : int, default=0
        Of the process that draws; what depends on it is no function of the secret alone.

    Raises
    ------
    GradingError
        If there is no such cell, or one that does more than name values; or if the function
        does not give the same names plain values of the same types.
    """
    notebook, place = find_variant_cell(assignment)
    source = notebook.cells[place].source
    given = list(parse_values(source, f"{notebook.name}.ipynb, cell {VARIANT!r}"))
    job = {
        "path": str(assignment.variants),
        "types": {one.name: type(one.value).__name__ for one in given},
        "seeds": {name: derive_seed(secret, assignment.name, name) for name in students},
    }
    done = subprocess.run(
        [sys.executable, "-P", drawing.__file__],
        input=json.dumps(job),
        cwd=assignment.variants.parent,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        text=True,
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise GradingError(f"{assignment.variants}: it ended its process ({done.returncode})")
    answer = json.loads(done.stdout)
    if "unfit" in answer:
        raise GradingError(answer["unfit"])
    return {
        student: make_instance(assignment, notebook, place, texts)
        for student, texts in answer["drawn"].items()
    }


def derive_seed(secret: bytes, assignment: str, student: str) -> str:
    """Return what a student's values are drawn from, in hexadecimal digits.

    A name is the same however its accents are composed, which differs between file systems.
    """
    message = json.dumps([assignment, unicodedata.normalize("NFC", student)]).encode()
    return hmac.new(secret, message, hashlib.sha256).hexdigest()


def find_variant_cell(assignment: Assignment) -> tuple[Notebook, int]:
    """Return the notebook with the cell that varies, and the cell's place."""
    found = [
        (notebook, place)
        for notebook in assignment.notebooks.values()
        for place, cell in enumerate(notebook.cells)
        if cell.id == VARIANT and cell.kind == "setup"
    ]
    if len(found) != 1:
        raise GradingError(
            f"{assignment.variants} gives students values of their own, so one read-only code "
            f"cell of the source must have the id {VARIANT!r}; {len(found)} have"
        )
    return found[0]


def parse_values(source: str, where: str) -> Iterator[VariantValue]:
    """Yield the values in the cell's text; raise GradingError if there is anything else in it."""
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError) as error:
        raise GradingError(f"{where}: {error}") from None
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    names = set()
    for statement in statements:
        line = f"{where}, line {statement.lineno}"
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=node):
                pass
            case _:
                raise GradingError(f"{line}: it must be NAME = VALUE, and nothing else")
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError):
            raise GradingError(f"{line}: {name} must be {ALLOWED}, written out") from None
        if not is_literal(value):
            raise GradingError(f"{line}: {name} = {value!r}: it must be {ALLOWED}")
        if name in names:
            raise GradingError(f"{line}: {name} has a value already")
        names.add(name)
        assert node.end_lineno is not None  # what is parsed has an end
        assert node.end_col_offset is not None
        yield VariantValue(
            name,
            value,
            starts[node.lineno - 1] + node.col_offset,
            starts[node.end_lineno - 1] + node.end_col_offset,
        )
    if not names:
        raise GradingError(f"{where}: it gives no name a value")


def rewrite_values(source: str, texts: dict[str, str]) -> str:
    """Return the cell's text with other values; comments beside them stay."""
    text = source.encode()
    for one in reversed(list(parse_values(source, VARIANT))):
        text = text[: one.start] + texts[one.name].encode() + text[one.end :]
    return text.decode()


def make_instance(
    assignment: Assignment, notebook: Notebook, place: int, texts: dict[str, str]
) -> Assignment:
    """Return the assignment with other values in the cell."""
    mine, own = copy.copy(assignment), copy.copy(notebook)
    cell = notebook.cells[place]
    source, shown = rewrite_values(cell.source, texts), rewrite_values(cell.release, texts)
    own.cells = list(notebook.cells)
    own.cells[place] = replace(cell, source=source, release=shown)
    own.release = copy.copy(notebook.release)
    own.release.cells = list(notebook.release.cells)
    for index, released in enumerate(own.release.cells):
        if get_grade_id(released) == VARIANT:
            released = copy.deepcopy(released)
            released.source = shown
            released.metadata.nbgrader["checksum"] = utils.compute_checksum(released)
            own.release.cells[index] = released
    own.instance = digest(source)
    mine.notebooks = assignment.notebooks | {own.name: own}
    mine.digest = digest([assignment.digest, own.instance])
    return mine


# the secret

SECRET_BYTES = 32


def locate_secret(course: Course) -> Path:
    """Return where the secret is, which with a folder's name tells a student's values."""
    return course.root / ".grading" / "variants.secret"


def read_secret(course: Course) -> bytes:
    """Return the course's secret; raise GradingError if it is not there as it was made."""
    path = locate_secret(course)
    if not path.exists():
        raise GradingError(
            f"{path} is not there, and nothing else tells which values each student has: put it "
            "back from a copy. If nothing is handed out yet, `nbjudge release --variants` makes it"
        )
    text = path.read_text(errors="replace")
    if not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text):
        raise GradingError(f"{path} is damaged: put it back from a copy")
    return bytes.fromhex(text)


def make_secret(course: Course) -> bytes:
    """Return the course's secret, a new one if nothing was handed out by any before.

    Raises
    ------
    GradingError
        If it is not there, and something was.
    """
    path = locate_secret(course)
    if not path.exists():
        if used := next(list_handed_out(course), None):
            raise GradingError(
                f"{path} is not there, and {used} is, which may have been made by it: put it back "
                "from a copy. If nobody has such values yet, remove what was handed out and in; "
                "then a new one is made"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(SECRET_BYTES))
    return read_secret(course)


def list_handed_out(course: Course) -> Iterator[Path]:
    """Yield what students have, or have handed in, of assignments with variants."""
    for path in sorted(course.root.glob("answers/*_variants.py")):
        name = path.stem.removesuffix("_variants")
        released = course.path("release", "*", glob.escape(name)).relative_to(course.root)
        yield from course.root.glob(str(released))
        for student in course.students(name, "*"):
            yield course.path("submitted", student, name)

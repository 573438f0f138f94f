"""Read what was handed in, trusting nothing in it.

Order, tests, points and ids come from the instructor's source. From a
submission come the text of its answer cells, found by their ids, and its own
further cells, each kept behind the instructor's cell that it followed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from nbjudge.course import reader
from nbjudge.course.gradebook import read_time
from nbjudge.course.reader import MAX_CELL_TEXT, OldFormat, SubmittedCell, Unreadable, read
from nbjudge.course.source import VARIANT, Assignment, Notebook
from nbjudge.records import DisplayedCell, ProgramCell, SourceCell, Submission, SubmittedNotebook

__all__ = [
    "MAX_BYTES",
    "Rejected",
    "build_own_program",
    "build_submitted_program",
    "read_exchange_files",
    "read_submission",
]

MAX_BYTES = 20 * 2**20
SMALL = 2**20
OTHER_VALUES = (
    f"the cell {VARIANT!r} is not as you got it; your answers were run with your own values"
)
MAX_EXTRA_FILES = 50
MAX_TEXT = 2**20
"""Characters of a student's cells that are taken of a notebook, which bounds what all words of one
submission together cost whoever reads them, and writes pages of them, for all."""
EXCHANGE = ("timestamp.txt", "submission_secret.txt")
EXTRA_SUFFIXES = [
    ".csv",
    ".tsv",
    ".txt",
    ".json",
    ".md",
    ".png",
    ".jpg",
    ".jpeg",
    ".gif",
    ".npy",
    ".npz",
    ".dat",
    ".data",
    ".xlsx",
    ".parquet",
    ".gz",
    ".py",
]


class Rejected(Exception):
    """A submission that cannot be read; a person must look. Says why in words."""


def read_bytes(path: Path, folder: Path) -> bytes:
    """Read a plain file inside a folder, following no link."""
    relative = path.relative_to(folder)
    here = folder
    try:
        for part in relative.parts:
            here = here / part
            if here.is_symlink():
                raise Rejected(f"{relative} is a link; hand in the file itself")
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                raise Rejected(f"{relative} is not a plain file")
            if about.st_nlink > 1 and about.st_uid != os.stat(folder).st_uid:
                raise Rejected(f"{relative} is a second name of another file")
            if about.st_size > MAX_BYTES:
                raise Rejected(f"{relative} has {about.st_size} bytes; the limit is {MAX_BYTES}")
            with open(descriptor, "rb", closefd=False) as file:
                return file.read(MAX_BYTES + 1)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise Rejected(f"{relative} is missing") from None
    except OSError as error:
        raise Rejected(f"{relative} cannot be read: {error.strerror}") from None


def parse(data: bytes, name: str) -> list[SubmittedCell]:
    """Return the cells of a notebook; raise `Rejected` in words.

    What is large, or of the old format, is read by a process of its own with limits on its memory
    and its computing: a few bytes can stand for much.
    """
    if len(data) <= SMALL:
        try:
            return read(data, old=False)
        except Unreadable as error:
            raise Rejected(f"{name} {error}") from None
        except OldFormat:
            pass
    command = [sys.executable, "-I", reader.__file__]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    try:
        answer = json.loads(done.stdout) if done.returncode == 0 else {}
    except ValueError:
        answer = {}
    if "cells" not in answer:
        words = answer.get("unreadable", "cannot be read within 1 GB of memory and 20 seconds")
        raise Rejected(f"{name} {words}")
    return [SubmittedCell(**cell) for cell in answer["cells"]]


def match_cells(
    notebook: Notebook, cells: list[SubmittedCell]
) -> tuple[dict[str, str], dict[int, list[SubmittedCell]], list[str]]:
    """Match a submission's cells with the source's.

    Returns
    -------
    answers : dict
        The text of each answer cell, by id.
    extra : dict
        The submission's own code and text cells, by the index of the
        source's cell that they follow (-1: before all).
    notes : list of str
        What was not as it should be.
    """
    places = {cell.id: i for i, cell in enumerate(notebook.cells) if cell.id}
    answers: dict[str, str] = {}
    extra: dict[int, list[SubmittedCell]] = {}
    notes: list[str] = []
    position, room = -1, MAX_TEXT
    for cell in cells:
        if cell.cut:
            notes.append(f"a cell of more than {MAX_CELL_TEXT} characters was left out")
        place = places.get(cell.id) if cell.id else None
        if place is None or notebook.cells[place].kind in ("student", "answer"):
            if len(cell.source) > room:
                notes.append(f"a cell was left out: all may have {MAX_TEXT} characters together")
                cell = replace(cell, source="")
            room -= len(cell.source)
        if place is None or cell.id is None:
            if cell.source.strip():
                extra.setdefault(position, []).append(cell)
            continue
        target = notebook.cells[place]
        position = place
        if target.kind not in ("student", "answer"):
            notes += describe_change(notebook, cell, target)
            continue  # the source's own text stands
        if cell.id in answers:
            notes.append(f"cell {cell.id!r} is there twice")
            text, released = answers[cell.id], target.release
            if text.strip() not in ("", released.strip()):
                # nothing earned is lost: the second runs as a cell of its own, before the test
                if target.kind == "student" and cell.source.strip() != released.strip():
                    extra.setdefault(position, []).append(replace(cell, type="code"))
                continue
        answers[cell.id] = cell.source
        if cell.type != target.cell_type:
            notes.append(f"cell {cell.id!r} was a {cell.type} cell")
    for name, place in places.items():
        if notebook.cells[place].kind in ("student", "answer") and name not in answers:
            notes.append(f"cell {name!r} is missing")
    return answers, extra, notes


def describe_change(notebook: Notebook, cell: SubmittedCell, target: SourceCell) -> Iterator[str]:
    """Yield the note that a cell of the course's was handed in with another text.

    In one of code alone that makes a difference, and blanks in it make none.
    """
    words = cell.source.split()
    if notebook.instance and cell.id == VARIANT:
        if words != target.release.split():
            yield OTHER_VALUES
    elif target.kind != "text" and words not in (target.release.split(), target.source.split()):
        yield f"cell {cell.id!r} is not as it stands in the course, which ran its own"


def build_submitted_program(notebook: Notebook, data: bytes) -> SubmittedNotebook:
    """Make the program of one handed-in notebook."""
    handed_in = parse(data, f"{notebook.name}.ipynb")
    answers, extra, notes = match_cells(notebook, handed_in)
    pictures = {cell.id: cell.pictures for cell in reversed(handed_in) if cell.id}  # of the first
    has_free = any(cell.type == "code" for added in extra.values() for cell in added)
    cells: list[ProgramCell] = []
    shown: list[DisplayedCell] = []

    def add(cell: ProgramCell) -> int:
        cells.append(cell)
        return len(cells) - 1

    def add_extra(position: int) -> None:
        for cell in extra.get(position, []):
            number = add(ProgramCell("student", cell.source)) if cell.type == "code" else None
            shown.append(DisplayedCell(None, cell.type, cell.source, number, cell.pictures))

    add_extra(-1)
    for place, cell in enumerate(notebook.cells):
        kind, source = cell.kind, cell.source
        if kind in ("student", "answer"):
            source = answers.get(cell.id or "", "")
        run = make_program_cell(cell, source)
        if kind == "free" and has_free:
            # the submission has its own; the checker runs the instructor's
            add(ProgramCell("setup", source))
            add_extra(place)
            continue
        number = None if run is None else add(run)
        number = None if kind == "free" else number  # its output is not shown
        if kind != "text" or cell.id or not has_text(extra):
            pasted = pictures.get(cell.id or "", {}) if kind == "answer" else {}
            shown.append(DisplayedCell(place, cell.cell_type, source, number, pasted))
        add_extra(place)
    return SubmittedNotebook(cells, shown, notes, answers)


def build_own_program(notebook: Notebook) -> list[tuple[str | None, ProgramCell]]:
    """Return the program of the course's own solution, each cell with its id."""
    made = [(cell.id, make_program_cell(cell, cell.solution or "")) for cell in notebook.cells]
    return [(name, cell) for name, cell in made if cell is not None]


def make_program_cell(cell: SourceCell, answer: str) -> ProgramCell | None:
    """Return what is run of a cell of the source, with an answer in it; None if nothing is."""
    if cell.kind == "student":
        return ProgramCell("student", answer, solution=cell.solution or "")
    if cell.kind == "test":
        return ProgramCell("test", cell.source, cell.release, None, cell.points, cell.hidden)
    if cell.kind in ("setup", "free"):
        return ProgramCell("setup", cell.source, cell.release)
    return None


def has_text(extra: dict[int, list[SubmittedCell]]) -> bool:
    """Return whether a submission brings its own text cells, and so the source's free ones."""
    return any(cell.type != "code" for cells in extra.values() for cell in cells)


def read_extra_files(folder: Path, assignment: Assignment) -> tuple[dict[str, bytes], list[str]]:
    """Read the further plain files that may go with a submission; say what was left out."""
    found: dict[str, bytes] = {}
    notes: list[str] = []
    given = {*(name.partition("/")[0] for name in assignment.files), *EXCHANGE}
    names = {f"{name}.ipynb" for name in assignment.notebooks}
    total = 0
    for path in list_visible(folder):
        name = path.name
        if name in given or name in names:
            continue
        why = check_extra_file(path, folder)
        if not why:
            try:
                data = read_bytes(path, folder)
            except Rejected as error:
                why = str(error)
            else:
                total += len(data)
                if total > MAX_BYTES or len(found) >= MAX_EXTRA_FILES:
                    why = "too many or too large files"
                else:
                    found[name] = data
        if why:
            notes.append(f"file {name[:100]!r} was left out: {why}")
    return found, notes[:50]


def list_visible(folder: Path) -> Iterator[Path]:
    """Yield what stands directly in a folder, hidden files apart, in order."""
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries)
    for name in names[:1000]:
        if not name.startswith(".") and name != "__pycache__":
            yield folder / name


def check_extra_file(path: Path, folder: Path) -> str | None:
    """Return why an extra file is not taken, or None."""
    if path.is_symlink():
        return "it is a link"
    if not path.is_file():
        return "only plain files beside the notebook are taken"
    if path.suffix.lower() not in EXTRA_SUFFIXES:
        return f"files {path.suffix or 'without a suffix'} are not taken"
    if path.suffix == ".py":
        module = path.stem
        if not module.isidentifier() or module in sys.stdlib_module_names:
            return "it has the name of one of Python's own modules"
        try:
            if importlib.util.find_spec(module) is not None:
                return "it has the name of an installed module"
        except (ImportError, ValueError, AttributeError):
            return "it has the name of a module"
    return None


def read_submission(assignment: Assignment, student: str) -> Submission:
    """Read all that a student handed in."""
    folder = assignment.course.path("submitted", student, assignment.name)
    try:
        return read_folder(assignment, folder)
    except OSError as error:
        where = assignment.course.relative_path(folder)
        raise Rejected(f"{where} cannot be read: {error.strerror}") from None


def read_folder(assignment: Assignment, folder: Path) -> Submission:
    """Read all that is in the folder of a submission."""
    if folder.is_symlink() or folder.parent.is_symlink():
        raise Rejected("the folder handed in is a link")
    files, notes = read_extra_files(folder, assignment)
    raw: dict[str, bytes | None] = {}
    rejected: dict[str, str] = {}
    present = {path.name.lower(): path.name for path in list_visible(folder)}
    for name in assignment.notebooks:
        try:
            raw[name] = read_bytes(folder / f"{name}.ipynb", folder)
        except Rejected as error:
            raw[name] = None
            others = sorted(
                n for low, n in present.items() if low.endswith(".ipynb") and n != f"{name}.ipynb"
            )
            found = f"; there is {', '.join(others)[:200]}" if others else ""
            rejected[name] = f"{error}{found}"
    exchanged, left_out = read_exchange_files(folder)
    timestamp = exchanged.get("timestamp.txt", "").strip() or None
    if timestamp and read_time(timestamp) is None:
        left_out.append(
            f"file 'timestamp.txt': {timestamp[:100]!r} is no time such as 2026-12-01 17:05:00 "
            "Europe/Berlin, and counts as none: this is not late"
        )
    return Submission(raw, files, notes + left_out, rejected, timestamp)


def read_exchange_files(folder: Path) -> tuple[dict[str, str], list[str]]:
    """Read the notes that nbgrader's exchange put beside a submission, and wants with feedback.

    Say of those that cannot be read why.
    """
    found, notes = {}, []
    for name in EXCHANGE:
        if not os.path.lexists(folder / name):
            continue
        try:
            data = read_bytes(folder / name, folder)
        except Rejected as error:
            notes.append(f"file {name!r} was left out: {error}")
        else:
            if len(data) < 1000:
                found[name] = data.decode("utf-8", "replace")
    return found, notes

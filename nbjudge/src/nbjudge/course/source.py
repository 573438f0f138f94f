"""Read an nbgrader course, and one assignment of it, from the instructor's files."""

from __future__ import annotations

import ast
import contextlib
import copy
import fnmatch
import logging
import os
import re
import stat
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import utils
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.nbgraderformat import SCHEMA_VERSION, MetadataValidator
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, SaveCells
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from nbjudge.course import resolve_course_folder
from nbjudge.course.myst import is_source, read_source
from nbjudge.errors import GradingError
from nbjudge.records import Materials, SourceCell, digest, to_json_data

__all__ = [
    "VARIANT",
    "Assignment",
    "Course",
    "get_grade_id",
    "read_files_beside",
    "resolve_data_folder",
    "write_notebooks",
]


VARIANT = "variant"
"""The id of the cell whose values differ from student to student, if there are variants."""

PATIENCE = 60
"""Seconds to wait for another program that writes to the gradebook."""


def locate_gradebook(directory: CourseDirectory) -> URL:
    """Return where the gradebook is; its path is never formatted, so that it may hold anything.

    Where another program writes, SQLite waits for it.
    """
    if "db_url" in directory.config.get("CourseDirectory", {}):
        try:
            url = make_url(directory.db_url)
        except ArgumentError:
            raise GradingError(f"CourseDirectory.db_url: {directory.db_url!r} is no URL") from None
    else:
        url = URL.create("sqlite", database=os.path.join(directory.root, "gradebook.db"))
    if url.get_backend_name() == "sqlite" and "timeout" not in url.query:
        url = url.update_query_dict({"timeout": str(PATIENCE)})
    return url


class Course:
    """A course directory with its settings."""

    def __init__(self, root: Path) -> None:
        self.root = resolve_course_folder(root)
        self.config = Config()
        settings = self.root / "nbgrader_config.py"
        if settings.is_file():
            try:
                loader = PyFileConfigLoader(settings.name, path=str(self.root))
                self.config = loader.load_config()
            except Exception as error:
                raise GradingError(f"{settings}: {type(error).__name__}: {error}") from None
        self.config.CourseDirectory.root = str(self.root)
        self.directory = CourseDirectory(config=self.config)
        self.db_url = locate_gradebook(self.directory)

    def path(self, step: str, student: str, assignment: str) -> Path:
        """Return where a step (source, release, submitted, ...) keeps an assignment."""
        name = getattr(self.directory, f"{step}_directory")
        return Path(self.directory.format_path(name, student, assignment))

    def grading_folder(self, assignment: str) -> Path:
        """Return the folder for what grading keeps of an assignment."""
        return self.root / ".grading" / assignment

    def students(self, assignment: str, pattern: str) -> list[str]:
        """List who handed something in, by name."""
        return self.list_submitters(assignment, pattern)[0]

    def list_submitters(self, assignment: str, pattern: str) -> tuple[list[str], dict[str, str]]:
        """List who handed something in, by name, and say of others what is in a wrong place.

        What cannot be looked at counts as handed in: whoever reads it says so.
        """
        structure = self.directory.format_path(self.directory.submitted_directory, "\0", assignment)
        before, _, after = structure.partition("\0")  # no path holds it
        base = Path(before)
        others = self.assignments() - {assignment}
        students, misplaced = [], {}
        for folder in sorted(base.iterdir()) if base.is_dir() else ():
            name = folder.name
            if name.startswith(".") or not fnmatch.fnmatchcase(name, pattern):
                continue
            place = folder / after.lstrip("/")
            if not may_be_folder(place):
                if why := self.describe_misplaced(folder, place, others):
                    misplaced[name] = why
            elif name.encode(errors="replace").decode() == name:
                students.append(name)
            else:
                misplaced[name] = "the folder's name is no UTF-8 text: give it another"
        return students, misplaced

    def describe_misplaced(self, folder: Path, place: Path, others: set[str]) -> str:
        """Return what a student's folder holds instead of an assignment, if anything.

        Other assignments are none of it.
        """
        here = self.relative_path(place)
        if not folder.is_dir():
            stray = folder.suffix == ".ipynb" or folder.is_symlink()
            return f"{self.relative_path(folder)} is no student's folder" if stray else ""
        if place.exists():
            return f"{here} is no folder"
        try:
            found = sorted(
                path.name
                for path in (place.parent if place.parent.is_dir() else folder).iterdir()
                if not path.name.startswith(".") and not (path.name in others and path.is_dir())
            )
        except OSError as error:
            return f"{self.relative_path(folder)} cannot be read: {error.strerror}"
        return f"nothing in {here}; there is {', '.join(found)[:200]}" if found else ""

    def assignments(self) -> set[str]:
        """Return the names of all that has a folder among the sources, or was released."""
        steps = [self.path(step, ".", "any").parent for step in ("source", "release")]
        return {path.name for step in steps for path in step.glob("*") if path.is_dir()}

    def relative_path(self, path: Path) -> str:
        """Return a path as seen from the course's folder."""
        return os.path.relpath(path, self.root)

    @property
    def cell_seconds(self) -> float | None:
        """The time limit that nbgrader's own settings give a cell, if any; here of computing."""
        for section in ("Execute", "ExecutePreprocessor"):
            value = self.config.get(section, {}).get("timeout")
            if isinstance(value, (int, float)) and value > 0:
                return float(value)
        return None

    @property
    def book(self) -> str:
        """The address, from the settings, of the pages that relative links of the sources name."""
        return str(self.config.get("FeedbackExporter", {}).get("book", ""))


def may_be_folder(path: Path) -> bool:
    """Return whether a folder is there, or a link, or what cannot be looked at."""
    try:
        return stat.S_ISDIR(path.stat().st_mode) or path.is_symlink()
    except (FileNotFoundError, NotADirectoryError):
        return path.is_symlink()
    except OSError:
        return True


def resolve_data_folder(course: Course, data: Path) -> Path:
    """Return a folder of data that answers may read; raise GradingError if they must not."""
    folder = data.resolve()
    if not folder.is_dir():
        raise GradingError(f"--data {data}: there is no such directory")
    steps = ("source", "release", "submitted", "autograded", "feedback")
    for secret in (".grading", *(getattr(course.directory, f"{s}_directory") for s in steps)):
        place = (course.root / secret).resolve()
        if place.is_relative_to(folder) or folder.is_relative_to(place):
            raise GradingError(
                f"--data {data}: students' code would read {secret!r} of the course; name a folder "
                "of data alone"
            )
    return folder


class Assignment:
    """What the source notebooks of an assignment say: cells, tests, points, ids, files.

    Where ``variants`` is a file, each student has values of their own: `nbjudge.course.variants`.
    """

    def __init__(self, course: Course, name: str) -> None:
        self.course, self.name = course, name
        folder = course.path("source", ".", name)
        if not folder.is_dir():
            known = (
                sorted(p.name for p in folder.parent.iterdir()) if folder.parent.is_dir() else []
            )
            raise GradingError(f"ASSIGNMENT {name!r} is not in the course; there are: {known}")
        write_notebooks(course, name)
        notebooks = sorted(folder.glob("*.ipynb"))
        if not notebooks:
            raise GradingError(f"{folder} holds no notebook")
        self.notebooks = {path.stem: Notebook(course, path) for path in notebooks}
        self.files = read_files_beside(course, folder)
        self.variants = course.root / "answers" / f"{name}_variants.py"
        for notebook in self.notebooks.values():
            notebook.materials.files = self.files
            add_local_imports(notebook.materials)
            about = to_json_data(notebook.materials)
            notebook.materials.digest = digest([about, to_json_data(notebook.cells)])
        self.digest = digest([n.materials.digest for n in self.notebooks.values()])

    @property
    def varied(self) -> bool:
        """Return whether each student has values of their own."""
        return self.variants.is_file()


def read_files_beside(course: Course, folder: Path) -> dict[str, bytes]:
    """Read the files that stand beside a source, as nbgrader gives them to students."""
    ignored = [*course.directory.ignore, "*.ipynb"]
    found = {}
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        hidden = any(fnmatch.fnmatch(part, glob) for part in place.parts for glob in ignored)
        # a text from which a notebook is made holds the solutions and tests
        if path.suffix == ".md" and path.parent == folder and is_source(path):
            continue
        if path.is_file() and not path.is_symlink() and not hidden:
            found[str(place)] = path.read_bytes()
    return found


def write_notebooks(course: Course, assignment: str) -> list[Path]:
    """Make notebooks of sources that are MyST text, where that has changed; return the texts."""
    folder = course.path("source", ".", assignment)
    texts = [path for path in sorted(folder.glob("*.md")) if is_source(path)]
    for text in texts:
        notebook = text.with_suffix(".ipynb")
        made_of = course.root / ".grading" / assignment / f"{text.name}.digest"
        content = digest(text.read_bytes())
        if notebook.exists() and made_of.exists() and made_of.read_text() == content:
            continue
        book = read_source(text)
        if notebook.exists() and not made_of.exists():  # somebody else's: nothing of it is lost
            if extract_cells(book) != extract_cells(read_notebook(notebook)):
                raise GradingError(
                    f"{text} and {notebook.name} beside it differ, and both may be the source: "
                    f"remove one, or make them alike by `jupytext --sync`"
                )
        else:
            import jupytext  # only courses that keep their sources as text need it

            jupytext.write(book, notebook)
        made_of.parent.mkdir(parents=True, exist_ok=True)
        made_of.write_text(content)
    return texts


def extract_cells(notebook: Any) -> list[tuple[str, str, Any]]:
    """Return what a notebook's cells say, and what nbgrader notes of them."""
    return [
        (cell.cell_type, cell.source.strip(), cell.metadata.get("nbgrader"))
        for cell in notebook.cells
    ]


class Notebook:
    """One source notebook, made ready as ``nbgrader generate_assignment`` does.

    Attributes
    ----------
    graded : NotebookNode
        With tests, solutions cleared: what autograding starts from.
    release : NotebookNode
        What students get.
    cells : list of SourceCell
        In order.
    materials : Materials
    instance : str
        Of one with a student's own values, a digest that tells it from others'; else nothing.
    """

    instance = ""

    def __init__(self, course: Course, path: Path) -> None:
        self.name = path.stem
        source = read_notebook(path)
        if any(is_outdated(cell) for cell in source.cells):  # as `nbgrader update` does
            try:
                source = MetadataValidator().upgrade_notebook_metadata(source)
            except Exception as error:
                raise GradingError(f"{path}: {type(error).__name__}: {error}") from None
        language = get_language(source)
        if not language.lower().startswith("python"):
            raise GradingError(f"{path} is written in {language}; only Python can be graded here")
        names = [get_grade_id(cell) for cell in source.cells if get_grade_id(cell)]
        double = sorted({str(name) for name in names if names.count(name) > 1})
        if double:  # before nbgrader says that something may be wrong somewhere
            raise GradingError(f"{path}: grade ids must differ, and these do not: {double}")
        self.graded, self.release = self._steps(course, path, copy.deepcopy(source))
        self.cells = self._cells(course, source)
        self.materials = Materials(self.name, self._imports(), files={})

    def _steps(self, course: Course, path: Path, notebook: Any) -> tuple[Any, Any]:
        converter = GenerateAssignment(coursedir=course.directory, config=course.config)
        resources = {
            "metadata": {"path": str(path.parent), "name": path.stem},
            "nbgrader": {
                "notebook": path.stem,
                "assignment": path.parent.name,
                "student": ".",
                "db_url": course.db_url,
                "unique_key": ".",
            },
        }
        graded = None
        for kind in converter.preprocessors:
            if kind is SaveCells:
                graded = copy.deepcopy(notebook)
                continue
            step = kind(parent=converter, config=course.config)
            step.log.setLevel(logging.ERROR)
            try:
                with contextlib.chdir(course.root):  # nbgrader's settings name files from there
                    notebook, resources = step.preprocess(notebook, resources)
            except Exception as error:
                raise GradingError(f"{path}: {kind.__name__}: {error}") from None
        if graded is None:
            raise GradingError("GenerateAssignment.preprocessors does not hold SaveCells")
        return graded, notebook

    def _cells(self, course: Course, source: Any) -> list[SourceCell]:
        solutions = {get_grade_id(c): c.source for c in source.cells if get_grade_id(c)}
        released = {get_grade_id(c): c for c in self.release.cells if get_grade_id(c)}
        hidden = [
            (
                getattr(kind(config=course.config), "begin_test_delimeter", None),
                getattr(kind(config=course.config), "end_test_delimeter", None),
            )
            for kind in (ClearHiddenTests,)
        ]
        hidden += [
            (
                getattr(kind(config=course.config), "begin_mark_scheme_delimeter", None),
                getattr(kind(config=course.config), "end_mark_scheme_delimeter", None),
            )
            for kind in (ClearMarkScheme,)
        ]
        free_release = iter([c for c in self.release.cells if not get_grade_id(c)])
        cells = []
        for cell in self.graded.cells:
            name = get_grade_id(cell)
            release = released.get(name) if name else next(free_release, None)
            kind = "text"
            if cell.cell_type == "code":
                if utils.is_solution(cell):
                    kind = "student"
                elif utils.is_grade(cell):
                    kind = "test"
                else:
                    kind = "setup" if name else "free"
            elif utils.is_solution(cell):
                kind = "answer"
            cells.append(
                SourceCell(
                    id=name,
                    kind=kind,
                    cell_type=cell.cell_type,
                    source=cell.source,
                    release=release.source if release is not None else cell.source,
                    solution=solutions.get(name) if kind == "student" else None,
                    grade=utils.is_grade(cell),
                    task=utils.is_task(cell),
                    points=float(cell.metadata.nbgrader.get("points", 0) or 0) if name else 0.0,
                    hidden=find_hidden_regions(cell.source, hidden),
                )
            )
        return cells

    def _imports(self) -> dict[str, list[str]]:
        """List what to import beforehand; a student's process is told of no test's."""
        found: dict[str, list[str]] = {"student": [], "checker": []}
        for cell in self.cells:
            if cell.cell_type != "code":
                continue
            names = find_imports(cell.solution or cell.source)
            found["checker"] += names
            if cell.kind != "test":
                found["student"] += find_imports(cell.release)
        return {role: list(dict.fromkeys(names)) for role, names in found.items()}


def add_local_imports(materials: Materials) -> None:
    """Add what modules beside a notebook import, where its cells import these."""
    for names in materials.imports.values():
        for name in names:  # and of what is found on the way
            file = materials.files.get(f"{name.replace('.', '/')}.py")
            if file is not None:
                found = find_imports(file.decode(errors="replace"))
                names += [other for other in found if other not in names]


def read_notebook(path: Path) -> Any:
    """Read a notebook of the course's; raise GradingError if it is none."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:
        raise GradingError(f"{path}: {type(error).__name__}: {error}") from None


def get_language(notebook: Any) -> str:
    """Return the language that a notebook says it is in; Python, if it says nothing."""
    about = notebook.metadata
    said = about.get("kernelspec", {}).get("language") or about.get("language_info", {}).get("name")
    return str(said or "python")


def is_outdated(cell: Any) -> bool:
    """Return whether a cell's metadata are of an older version of nbgrader."""
    graded = cell.metadata.get("nbgrader")
    return bool(graded) and graded.get("schema_version", 0) < SCHEMA_VERSION


def get_grade_id(cell: Any) -> str | None:
    """Return a cell's nbgrader id, or None."""
    name = cell.metadata.get("nbgrader", {}).get("grade_id")
    return name or None


def find_hidden_regions(source: str, delimiters: list[tuple]) -> list[tuple[int, int]]:
    """Return first and last lines of what is not shown to students."""
    found, begin = [], None
    for number, line in enumerate(source.splitlines(), 1):
        for opening, closing in delimiters:
            if opening and opening in line:
                begin = number
            elif closing and closing in line and begin is not None:
                found.append((begin, number))
                begin = None
    if begin is not None:
        found.append((begin, 10**9))
    return found


def find_imports(source: str) -> list[str]:
    """Return the modules, and names in them, that source imports at any place."""
    lines = [line for line in source.splitlines() if not re.match(r"\s*[%!?]", line)]
    try:
        tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError):
        return []
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
            names += [f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*"]
    return names

"""Compare nbgrader's grades with ours, cell by cell.

    nbjudge agree --course DIR

Each source notebook is laid out twice, in courses that are thrown away, with the same students:
one who hands in the course's own solution, one who hands in nothing, and, where there are any,
the known answers beside the source, those to different tasks in one notebook, and what was handed
in. nbgrader grades one course, we the other, and the grades of each cell are compared.

A test that the own solution does not pass under nbgrader itself, because packages have moved on or
data are not here, compares nothing; such tests are left out, counted, and listed with their errors.

A notebook may do anything, nbgrader runs it unisolated, and some of its steps have no limit. So
each notebook is compared in a process of its own, which tells what it does, and which is ended,
with all it has started, where a step does not end in time.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import io
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbgrader.apps import NbGraderAPI
from nbgrader.nbgraderformat import MetadataValidator

from nbjudge.authoring.answer_file import read_answers
from nbjudge.authoring.answers import Answers, get_task_name, pack_submissions
from nbjudge.authoring.release import extract_cause, extract_last_line, fill_answers
from nbjudge.course.gradebook import AssignmentGradebook, prepare_tables
from nbjudge.course.source import Assignment, Course, Notebook, resolve_data_folder, write_notebooks
from nbjudge.errors import GradingError, log, one_line
from nbjudge.limits import MINUTES
from nbjudge.pages.advice import find_advice
from nbjudge.records import Row, to_json_data
from nbjudge.run.attempt import close_stations
from nbjudge.run.run import RUN_ERROR, Options, grade_assignment
from nbjudge.run.store import Store

__all__ = ["Agreement", "CellComparison", "compare_notebook", "format_report", "list_notebooks"]

OWN, EMPTY = "own-solution", "nothing"
WORD = 60.0
"""Seconds after which a step that goes on is told again."""
OUTCOMES = ("equal", "referred", "lower", "higher", "stderr")
"""As nbgrader's; left to a person; fewer points; more; more, as nbgrader gives nothing for a test
that warned."""


@dataclass(frozen=True)
class CellComparison:
    """One cell of one student by both graders.

    Attributes
    ----------
    student, cell : str
    ours, theirs : float or None
        Points; None where a person is to give them.
    outcome : str
        One of `OUTCOMES`.
    words : str
        What our grader said of it.
    """

    student: str
    cell: str
    ours: float | None
    theirs: float | None
    outcome: str
    words: str


@dataclass
class Agreement:
    """What both graders made of one notebook.

    Attributes
    ----------
    notebook : str
        Its path in the course.
    cells : list of CellComparison
    left_out : dict of str to str
        Tests that the own solution fails under nbgrader, and its error there.
    refused : str
        Why nothing could be compared, or nothing.
    students : int
        How many handed in.
    not_graded : list of str
        Students whose notebook nbgrader did not grade, as of one that ends its kernel, or that
        takes longer than nbgrader's limit: with them, too, nothing is compared.
    answers : dict of str to list of str
        The known answers that a student hands in, by the names of their files.
    """

    notebook: str
    cells: list[CellComparison] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    refused: str = ""
    students: int = 0
    not_graded: list[str] = field(default_factory=list)
    answers: dict[str, list[str]] = field(default_factory=dict)

    def counts(self, own: bool) -> collections.Counter[str]:
        """Count the outcomes of the own solution's cells, or of all others'."""
        return collections.Counter(c.outcome for c in self.cells if (c.student == OWN) == own)


def list_notebooks(course: Course, names: list[str]) -> list[Path]:
    """List the source notebooks of a course, or of the assignments named.

    Where there is no source folder, all notebooks with graded cells are taken for sources.
    """
    source = course.path("source", ".", "any").parent
    if names:
        folders = [source / name for name in names]
        for folder in folders:
            if not folder.is_dir():
                raise GradingError(f"ASSIGNMENT {folder.name!r} is not in the course: {folder}")
    else:
        folders = [source if source.is_dir() else course.root]
    for folder in folders:
        for text in folder.rglob("*.md"):
            if text.parent.parent == source and not text.with_suffix(".ipynb").exists():
                write_notebooks(course, text.parent.name)
    found = [
        path
        for path in sorted({path for folder in folders for path in folder.rglob("*.ipynb")})
        if not any(part.startswith(".") for part in path.relative_to(course.root).parts)
        and path.is_file()
        and b'"nbgrader"' in path.read_bytes()
    ]
    if not found:
        where = ", ".join(map(str, folders))
        raise GradingError(f"there is no notebook with graded cells in {where}")
    return found


def compare_notebook(
    course: Course,
    path: Path,
    submitted: bool = False,
    each: int | None = None,
    data: Path | None = None,
    minutes: float = MINUTES,
    say: Callable[[str], None] = lambda words: None,
) -> Agreement:
    """Grade one source notebook by both graders, and compare.

    Parameters
    ----------
    course : Course
    path : Path
        A source notebook of it.
    submitted : bool
        Whether what was handed in is graded too. nbgrader runs it without isolation.
    each : int, optional
        About how many known answers of the notebook are taken; all by default.
    data : Path, optional
        The course's folder of data; nbgrader gets a copy of it.
    minutes : float
        That each grader may take for each submission, by a clock; then the notebook is refused.
    say : callable
        Is told, in words, what is being done, and each minute that it still is.

    Returns
    -------
    Agreement
    """
    name = str(path.relative_to(course.root))
    with TemporaryDirectory(prefix="agree-", ignore_cleanup_errors=True) as folder:
        job = {
            "root": str(course.root),
            "path": str(path),
            "submitted": submitted,
            "each": each,
            "data": str(resolve_data_folder(course, data)) if data else None,
            "folder": folder,
        }
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "nbjudge.authoring.agreement"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # it is ended here alone, with all it has started
        )
        try:
            found = await_agreement(process, job, minutes, lambda words: say(f"{name}: {words}"))
        except GradingError as error:
            found = Agreement(name, refused=str(error))
        finally:
            kill_process_tree(process)
    return found


def await_agreement(
    process: subprocess.Popen[bytes],
    job: Mapping[str, Any],
    minutes: float,
    say: Callable[[str], None],
) -> Agreement:
    """Send a process its job, pass on its progress, and return what it finds."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(BrokenPipeError):  # it has ended; what it says will end too
        process.stdin.write(json.dumps(job).encode())
        process.stdin.close()
    begun, text = time.monotonic(), b""
    step, allowed = "starting", max(minutes, MINUTES)  # it rests on the machine alone
    while True:
        left = begun + 60 * allowed - time.monotonic()
        if left <= 0:
            raise GradingError(f"{step} was not done after {allowed:g} minutes (--minutes)")
        if not select.select([process.stdout], [], [], min(left, WORD))[0]:
            if left > WORD:
                say(f"{step}, for {(time.monotonic() - begun) / 60:.0f} minutes now")
            continue
        new = os.read(process.stdout.fileno(), 2**16)
        if not new:
            raise GradingError(f"{step}: the process that did it has ended")  # by whoever killed it
        *lines, text = (text + new).split(b"\n")
        for line in map(json.loads, lines):
            if "found" in line:
                about = line["found"]
                cells = [CellComparison(**cell) for cell in about.pop("cells", [])]
                return Agreement(**about, cells=cells)
            if "failed" in line:
                raise GradingError(f"{step}: {log(step, line['failed'])}")
            begun, step, allowed = time.monotonic(), line["step"], minutes * line["times"]
            say(step)


def kill_process_tree(process: subprocess.Popen[bytes]) -> None:
    """End a process and all it has started; kernels are in sessions of their own."""
    parents = {}
    for about in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            parents[int(about.parent.name)] = int(about.read_text().rpartition(")")[2].split()[1])
    family = [process.pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    for member in family:
        with contextlib.suppress(OSError):  # it has just ended
            os.kill(member, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def serve() -> None:
    """Do the job that comes on standard input, and report progress on standard output."""
    job = json.load(sys.stdin)
    silent = os.open(os.devnull, os.O_WRONLY)
    report = os.fdopen(os.dup(1), "w", buffering=1)  # which kernels do not get
    os.dup2(silent, 1)

    def tell(step: str, times: int = 1) -> None:
        report.write(json.dumps({"step": step, "times": times}) + "\n")

    course, data = Course(Path(job["root"])), job["data"] and Path(job["data"])
    folder, path = Path(job["folder"]), Path(job["path"])
    try:
        found = compare_in_folder(folder, course, path, job["submitted"], job["each"], data, tell)
        report.write(json.dumps({"found": to_json_data(found)}) + "\n")
    except Exception as error:
        report.write(json.dumps({"failed": "".join(traceback.format_exception(error))}) + "\n")
    report.close()
    close_stations()
    os._exit(0)  # whatever threads nbgrader has left


def compare_in_folder(
    folder: Path,
    course: Course,
    path: Path,
    submitted: bool,
    each: int | None,
    data: Path | None,
    tell: Callable[..., None],
) -> Agreement:
    """Do what `compare_notebook` does, in a folder, and report the steps."""
    found = Agreement(str(path.relative_to(course.root)))
    name = re.sub(r"[^\w-]+", "_", path.parent.name) or "assignment"
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        try:
            tell("reading it")
            ours, theirs = (
                lay_out(course, path, folder / grader, name) for grader in ("ours", "theirs")
            )
            notebook = Assignment(ours, name).notebooks[path.stem]
            known = assign_answers(course, path, each)
            found.answers = {student: list(pack) for student, pack in known.items()}
            handed_in = dict(generate_submissions(course, path, notebook, submitted, known))
            for place in (ours, theirs):
                write_submissions(place, name, path.stem, handed_in)
            found.students = len(handed_in)
            tell(f"grading {len(handed_in)} submissions here", len(handed_in))
            if grade_assignment(ours.root, name, Options(data=data), said) == RUN_ERROR:
                raise GradingError(extract_last_line(said.getvalue()))
            if data:
                copy_data(theirs, name, data, handed_in)
            tell(f"grading {len(handed_in)} submissions by nbgrader", len(handed_in))
            run_nbgrader(theirs, name)
            compare_gradebooks(found, ours, theirs, name, path.stem)
        except GradingError as error:
            copy_of_course = rf"\S*/{re.escape(folder.name)}/\w+/"  # which will be gone
            found.refused = one_line(re.sub(copy_of_course, "", str(error)), 300)
    return found


def copy_data(course: Course, name: str, data: Path, handed_in: Mapping[str, Any]) -> None:
    """Copy the course's data to where notebooks look for them when nbgrader runs them."""
    copied = course.root / data.name
    shutil.copytree(data, copied, symlinks=True)
    for student in handed_in:  # nbgrader takes files along, and no linked folder
        beside = course.path("submitted", student, name) / data.name
        if not beside.exists():
            shutil.copytree(copied, beside, symlinks=True, copy_function=os.link)
    source = course.path("source", ".", name)
    run_in = [course.path("autograded", student, name) for student in handed_in]
    for place in (source, *(up for folder in (source, *run_in) for up in folder.parents[:2])):
        place.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(place / data.name):
            (place / data.name).symlink_to(copied)


def lay_out(course: Course, path: Path, root: Path, name: str) -> Course:
    """Make a course of one notebook, with the files beside it and the course's settings."""
    source = root / "source" / name
    shutil.copytree(
        path.parent, source, ignore=shutil.ignore_patterns("*.ipynb", ".*", "*.md"), symlinks=True
    )
    book = set_kernel_name(nbformat.read(path, as_version=4))
    nbformat.write(MetadataValidator().upgrade_notebook_metadata(book), source / path.name)
    for beside in course.path("source", ".", "any").parent.glob("*.ipynb"):  # headers and the like
        shutil.copy(beside, root / "source")
    for settings in ("nbgrader_config.py", "autotests.yml"):
        if (course.root / settings).is_file():
            shutil.copy(course.root / settings, root)
    return Course(root)


def set_kernel_name(book: Any) -> Any:
    """Set a Python notebook's kernel to its name here, by which nbgrader looks for it."""
    kernel = book.metadata.get("kernelspec", {})
    if "python" in str(kernel.get("language", kernel.get("name"))).lower():
        kernel["name"] = "python3"
    return book


def assign_answers(course: Course, path: Path, each: int | None) -> dict[str, dict[str, Answers]]:
    """Assign the known answers to students, or about so many: to each those to different tasks."""
    answers = read_answers(course, path.parent.name)
    known = [answer for answer in answers if answer.kind in ("right", "wrong")]
    chosen = known[:: max(1, len(known) // each)] if each else known
    packs = pack_submissions({answer.label: {answer.grade_id: answer.source} for answer in chosen})
    return {f"answers-{number:03}": pack for number, pack in enumerate(packs, 1)}


def generate_submissions(
    course: Course,
    path: Path,
    notebook: Notebook,
    submitted: bool,
    known: dict[str, dict[str, Answers]],
) -> Iterator[tuple[str, Any]]:
    """Yield who hands in what: a notebook each, or bytes that are none."""
    solution = {
        cell.id: (cell.source if cell.kind == "answer" else cell.solution) or ""
        for cell in notebook.cells
        if cell.id and cell.kind in ("student", "answer")
    }
    yield OWN, fill_answers(copy.deepcopy(notebook.release), solution)
    yield EMPTY, notebook.release
    for student, pack in known.items():
        texts = dict(solution)
        for answers in pack.values():
            texts |= answers
        yield student, fill_answers(copy.deepcopy(notebook.release), texts)
    if submitted:
        for student in course.students(path.parent.name, "*"):
            work = course.path("submitted", student, path.parent.name) / path.name
            if not os.path.isfile(work) or os.path.islink(work):
                continue
            raw = work.read_bytes()
            try:
                yield student, set_kernel_name(nbformat.reads(raw.decode(), 4))
            except Exception:  # it is handed in as it is, and said not to be graded by nbgrader
                yield student, raw


def write_submissions(
    course: Course, name: str, notebook: str, handed_in: Mapping[str, Any]
) -> None:
    """Write everybody's notebook, with the files, where a course keeps what was handed in."""
    source = course.path("source", ".", name)
    for student, book in handed_in.items():
        folder = course.path("submitted", student, name)
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.ipynb"), symlinks=True)
        place = folder / f"{notebook}.ipynb"
        if isinstance(book, bytes):
            place.write_bytes(book)
        else:
            nbformat.write(book, place)


def run_nbgrader(course: Course, name: str) -> None:
    """Grade a course by nbgrader, which goes on after a submission that it cannot grade."""
    prepare_tables(course.db_url)
    nbgrader = NbGraderAPI(config=course.config)
    with contextlib.chdir(course.root):  # its settings name files from there
        done = nbgrader.generate_assignment(name, force=True, create=True)
        if done["success"]:
            done = nbgrader.autograde(name, "*", create=True)
    if any(course.root.glob("autograded/*/*/*.ipynb")):
        return
    raise GradingError(f"nbgrader cannot grade it: {extract_cause(done)}")


def compare_gradebooks(
    found: Agreement, ours: Course, theirs: Course, name: str, notebook: str
) -> None:
    """Fill in what both gradebooks say of each cell."""
    mine, other = read_points(ours, name), read_points(theirs, name)
    records = Store(ours.root / ".grading" / name / "records.jsonl").latest.values()
    why = {record.student: "; ".join(record.why) for record in records}
    said = {(record.student, row.id): row for record in records for row in record.cells if row.id}
    graded = {
        student: theirs.path("autograded", student, name) / f"{notebook}.ipynb"
        for student in {student for student, _ in [*mine, *other]}
    }
    outputs = {student: read_errors(path) for student, path in graded.items()}
    found.not_graded = sorted(student for student, path in graded.items() if not path.is_file())
    for test in Assignment(ours, name).notebooks[notebook].cells:
        value = other.get((OWN, test.id or ""))
        raised, warned = outputs.get(OWN, {}).get(test.id or "", ("", ""))
        lost = (value or 0.0) < test.points and not warned
        if test.kind == "test" and test.id and (raised or lost):
            found.left_out[test.id] = raised or "points were lost"
    for place in sorted(mine):
        student, cell = place
        if cell in found.left_out or student in found.not_graded or place not in other:
            continue
        row = said.get(place)
        _, warned = outputs.get(student, {}).get(cell, ("", ""))
        found.cells.append(
            CellComparison(
                student,
                cell,
                mine[place],
                other[place],
                classify_grades(mine[place], other[place], row, bool(warned)),
                one_line(describe_row(row) or why.get(student, ""), 300),
            )
        )


def classify_grades(mine: float | None, other: float | None, row: Row | None, warned: bool) -> str:
    """Return how two grades of a cell differ."""
    if mine == other:
        return "equal"
    if row is not None and row.manual:
        return "referred"
    if warned and other == 0:
        return "stderr"
    return "lower" if (mine or 0.0) < (other or 0.0) else "higher"


def describe_row(row: Row | None) -> str:
    """Return what our grader reported of a cell."""
    return "" if row is None else row.review or row.full or row.message or row.reason


def read_points(course: Course, name: str) -> dict[tuple[str, str], float | None]:
    """Return the points of each student's cells; None where a person is to give them."""
    with AssignmentGradebook(Assignment(course, name)) as book:
        return {
            (row["student"], row["cell"]): None if row["needs_manual_grade"] else row["auto_score"]
            for row in book.rows()
        }


def read_errors(path: Path) -> dict[str, tuple[str, str]]:
    """Return, by cell, the error in an executed notebook and what was written to stderr."""
    if not path.is_file():
        return {}
    found = {}
    for cell in json.loads(path.read_text())["cells"]:
        outputs = cell.get("outputs", [])
        raised = [f"{o['ename']}: {o['evalue']}" for o in outputs if o["output_type"] == "error"]
        warned = [str(o["text"]) for o in outputs if o.get("name") == "stderr"]
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        found[grade_id] = (one_line(" ".join(raised), 200), " ".join(warned))
    return found


def format_report(found: list[Agreement]) -> Iterator[str]:
    """Yield the lines of a report: a row a notebook, then each difference and what was left out."""
    width = max([len("notebook"), *(len(one.notebook) for one in found)])
    heads = " ".join(f"{name:>8}" for name in ("cells", *OUTCOMES))
    yield f"{'notebook':{width}} {'students':>8}   {heads}   left out"
    total = Agreement("in all")
    for one in found:
        total.cells += one.cells
        total.left_out |= {f"{one.notebook} {cell}": why for cell, why in one.left_out.items()}
    for one in [*found, total]:
        if one.refused:
            yield f"{one.notebook:{width}} refused: {one.refused}"
            continue
        for own in (True, False):
            counts = one.counts(own)
            numbers = [sum(counts.values()), *(counts[name] for name in OUTCOMES)]
            who = "own" if own else one.students - 1 if one is not total else "others"
            row = " ".join(f"{number:8}" for number in numbers)
            left = f"{len(one.left_out):10}" if own else ""
            yield f"{one.notebook if own else '':{width}} {who:>8}   {row}   {left}".rstrip()
    for one in found:
        for student in one.not_graded:
            of = one.answers.get(student, [])
            yield f"{one.notebook} {' '.join([student, *of])}: nbgrader did not grade it"
        for c in one.cells:
            if c.outcome != "equal":
                of = [
                    a for a in one.answers.get(c.student, []) if a.startswith(get_task_name(c.cell))
                ]
                yield (
                    f"{one.notebook} {' '.join([c.student, *of])} {c.cell}: {c.outcome}: "
                    f"ours {c.ours}, nbgrader's {c.theirs}: {c.words}"
                )
                if do := find_advice(c.words):
                    yield f"    {do}"
    for cell, why in total.left_out.items():
        yield f"{cell}: left out, as the own solution fails it under nbgrader: {why}"


if __name__ == "__main__":
    serve()

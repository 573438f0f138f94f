"""Test an assignment's tests with answers that are known to be right or wrong.

    nbjudge try [ASSIGNMENT ...]             score the solution, the stub and all answers
    nbjudge try [ASSIGNMENT ...] --mutants   and every change of the solution by machine
    nbjudge try [ASSIGNMENT ...] --isolated  as students' work is graded

The files beside the source are there, and with ``--data DIR`` the course's data, as in grading.

The answers stand in answers/ASSIGNMENT.answers (`nbjudge.authoring.answer_file`). A right one must
keep all points. A wrong one must lose all hidden points of its task, and all points of the visible
check too, with a message that the check wrote itself, unless its comment says "The check cannot
tell"; where that says 'The check says "WORDS"', the message holds these words. No test need catch
the machine-made changes that are listed there as equivalent.

A task is an answer cell TASK-answer with its test cells TASK-check, TASK-hidden.
"""

from __future__ import annotations

import gc
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from nbjudge.authoring.answer_file import Answer, read_answers
from nbjudge.authoring.mutants import Mutant, generate_mutants
from nbjudge.course import resolve_course_folder
from nbjudge.course.myst import is_source, read_source
from nbjudge.errors import GradingError
from nbjudge.processes.forking import prepare_packages
from nbjudge.records import Row
from nbjudge.run.store import Store
from nbjudge.source.names import Code

SECONDS = 5  # of computing, for one cell
HANGS = 600  # seconds of a clock in which nothing came: it waits for what will never be
MEMORY = 2**32  # bytes of address space, for one answer
STUB = 'raise NotImplementedError("this task is still to do: write your answer here")'


@dataclass(frozen=True)
class CodeCell:
    """A code cell of a source notebook."""

    grade_id: str
    source: str
    kind: str  # "answer", "test" or "given"
    points: float = 0.0

    @property
    def task(self) -> str:
        """The task that an answer or a test belongs to."""
        return get_task_name(self.grade_id)


@dataclass(frozen=True)
class CellVerdict:
    """What a test cell said: points, and why they were lost."""

    points: float
    possible: float
    error: str = ""  # the exception's name, or "limit" if the cell ran out of time or memory
    message: str = ""


Answers = dict[str, str]  # grade_id -> the source that takes its cell's place
Verdicts = dict[str, CellVerdict]  # by grade_id: of tests, and of other cells if they raise


def get_task_name(grade_id: str) -> str:
    """Return the name of the task that a cell belongs to."""
    return grade_id.rsplit("-", 1)[0]


def get_task_names(answers: Answers) -> set[str]:
    """Return the names of the tasks that answers belong to."""
    return {get_task_name(grade_id) for grade_id in answers}


# reading


def list_assignments(course: Path) -> list[str]:
    """Return the names of a course's assignments; raise GradingError if there is none."""
    source = resolve_course_folder(course) / "source"
    found = (path for end in ("md", "ipynb") for path in source.glob(f"*/*.{end}"))
    names = sorted({path.parent.name for path in found})
    if not names:
        raise GradingError(f"there is no assignment in {source}")
    return names


def locate_source(course: Path, name: str) -> Path:
    """Return the source of an assignment of one notebook: its text, or else the notebook."""
    if name not in (known := list_assignments(course)):
        raise GradingError(f"ASSIGNMENT {name!r} is not in the course; there are: {known}")
    texts, notebooks = (sorted(course.glob(f"source/{name}/*.{end}")) for end in ("md", "ipynb"))
    sources = [path for path in texts if is_source(path)]
    sources += [path for path in notebooks if path.with_suffix(".md") not in sources]
    if len(sources) != 1:
        raise GradingError(f"{name} has {len(sources)} notebooks; it must have one to be tried")
    return sources[0]


def read_cells(source: Path) -> list[CodeCell]:
    """Read the code cells of a set's source, solutions and hidden tests included."""
    cells = []
    for cell in read_source(source).cells:
        graded = cell.metadata.get("nbgrader")
        if cell.cell_type != "code" or graded is None:
            continue
        kind = "answer" if graded["solution"] else "test" if graded["grade"] else "given"
        cells.append(
            CodeCell(graded["grade_id"], cell.source, kind, float(graded.get("points", 0)))
        )
    return cells


def clear_solution(source: str) -> str:
    """Clear a solution as nbgrader does for the release."""
    solution = r"^( *)### BEGIN SOLUTION\n.*?### END SOLUTION$"
    return re.sub(solution, rf"\1{STUB}", source, flags=re.MULTILINE | re.DOTALL)


# running


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write an assignment's files into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def run_in_forks(
    cells: list[CodeCell],
    submissions: dict[str, Answers],
    files: Mapping[str, bytes] | None = None,
    data: Path | None = None,
) -> dict[str, Verdicts]:
    """Run submissions in forks of one process that has run the cells before their first answer.

    It is fast, and trusts what it runs: an answer could reach the tests. Students'
    work goes through `nbjudge` instead.

    Parameters
    ----------
    cells : list of CodeCell
        Of the source, as `read_cells` gives them.
    submissions : dict of str to Answers
        By a name each; cells that an Answers does not hold are the solution's.
    files : dict of str to bytes, optional
        What stands beside the notebook, by path; each submission gets its own.
    data : Path, optional
        The course's folder of data; they get one copy of it.

    Returns
    -------
    dict of str to Verdicts
        For each submission, of the tests of those tasks that it answers, and of cells that raise.
    """
    known = {cell.grade_id for cell in cells}
    for name, answers in submissions.items():
        if unknown := set(answers) - known:
            raise GradingError(f"{name} answers {sorted(unknown)}, which are no cells")
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder, "course", "set")  # notebooks look for data up to two folders up
        here.mkdir(parents=True)
        write_files(here, files or {})
        if data:
            shutil.copytree(data, Path(folder, data.name))
            for place in (here, here.parent):
                if not (place / data.name).exists():  # the assignment's own comes first
                    (place / data.name).symlink_to(Path(folder, data.name))
        job = {
            "cells": [asdict(cell) for cell in cells],
            "submissions": submissions,
            "seconds": SECONDS,
            "folder": str(here),
        }
        done = subprocess.run(
            [sys.executable, "-P", "-m", "nbjudge.authoring.answers"],
            input=json.dumps(job),
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            check=True,
        )
    found = json.loads(done.stdout)
    if "fails" in found:
        raise GradingError(f"the source itself does not run: {found['fails']}")
    return {
        name: {grade_id: CellVerdict(**verdict) for grade_id, verdict in verdicts.items()}
        for name, verdicts in found["results"].items()
    }


def run_isolated(
    cells: list[CodeCell],
    submissions: dict[str, Answers],
    files: Mapping[str, bytes] | None = None,
    data: Path | None = None,
) -> dict[str, Verdicts]:
    """Run submissions through the course's own grader, as students' work is; see `run_in_forks`.

    Each task counts by itself, so that one notebook can hold answers of several submissions to
    different tasks; what none of them answers is still to do, as in the release.
    """
    students = {f"student{i:04}": pack for i, pack in enumerate(pack_submissions(submissions))}
    to_do = make_solution_and_stub(cells)["stub"]
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder)
        write_notebook(course / "source" / "set" / "set.ipynb", cells)
        write_files(course / "source" / "set", files or {})
        for student, pack in students.items():
            answered = [replace_answer(cell, reduce(or_, pack.values(), to_do)) for cell in cells]
            write_notebook(course / "submitted" / student / "set" / "set.ipynb", answered)
        command = [sys.executable, "-m", "nbjudge", "grade", "set", "--course", folder]
        command += ["--data", str(data)] if data else []
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 3):  # 3: a person must look at some of them
            raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        records = Store(course / ".grading" / "set" / "records.jsonl").latest
    verdicts = {}
    for student, record in records.items():
        for name, answers in students[student].items():
            tasks = get_task_names(answers)
            verdicts[name] = {
                row.id: read_verdict(row)
                for row in record.cells
                if row.id and get_task_name(row.id) in tasks
                if row.graded or row.state == "failed"
            }
    return {name: verdicts[name] for name in submissions}


def pack_submissions(submissions: dict[str, Answers]) -> list[dict[str, Answers]]:
    """Combine submissions whose answers belong to different tasks."""
    packs: list[dict[str, Answers]] = []
    for name, answers in submissions.items():
        tasks = get_task_names(answers)
        free = (p for p in packs if not any(tasks & get_task_names(other) for other in p.values()))
        pack = next(free, None)
        if pack is None:
            packs.append(pack := {})
        pack[name] = answers
    return packs


def read_verdict(row: Row) -> CellVerdict:
    """Read what the grader's record says of a cell."""
    if row.state in ("passed", "ran"):
        return CellVerdict(row.points or 0.0, row.max)
    message = row.full or row.message or row.review
    return CellVerdict(row.points or 0.0, row.max, row.type or row.state, message)


def write_notebook(path: Path, cells: list[CodeCell]) -> None:
    """Write cells as a notebook of nbgrader's."""
    import nbformat

    notebook = nbformat.v4.new_notebook()
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    for number, cell in enumerate(cells):
        graded = {
            "grade_id": cell.grade_id,
            "grade": cell.kind == "test",
            "solution": cell.kind == "answer",
            "locked": cell.kind != "answer",
            "task": False,
            "schema_version": 3,
            "cell_type": "code",
        }
        if cell.kind == "test":
            graded["points"] = cell.points
        made = nbformat.v4.new_code_cell(cell.source, metadata={"nbgrader": graded})
        made["id"] = f"cell{number}"
        notebook.cells.append(made)
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


def serve() -> None:
    """Do the job of `run_in_forks` that comes on standard input."""
    job = json.load(sys.stdin)
    told = os.dup(1)
    with open(os.devnull, "w") as nowhere:  # what cells print is no result
        os.dup2(nowhere.fileno(), 1)
    os.chdir(job["folder"])
    sys.path.insert(0, "")  # modules beside the notebook
    cells = [CodeCell(**cell) for cell in job["cells"]]
    waiting: dict[int, list[str]] = {}
    for name, answers in job["submissions"].items():
        first = min(i for i, cell in enumerate(cells) if cell.grade_id in answers)
        waiting.setdefault(first, []).append(name)

    warnings.simplefilter("ignore")
    results: dict[str, dict] = {}
    found: dict[str, Any]
    space: dict[str, Any] = {"__name__": "__main__"}
    for first, cell in enumerate(cells):
        if first in waiting:
            prepare_packages()
        gc.freeze()  # or a collection in a fork copies what it shares with this process
        for name in waiting.get(first, []):
            answers = job["submissions"][name]
            tasks = get_task_names(answers)
            last = max(i for i, cell in enumerate(cells) if cell.task in tasks)
            rest = [
                replace_answer(later, answers)
                for later in cells[first : last + 1]
                if later.kind != "test" or later.task in tasks
            ]
            with tempfile.TemporaryDirectory(dir=Path.cwd().parent) as own:
                shutil.copytree(Path.cwd(), own, symlinks=True, dirs_exist_ok=True)
                results[name] = run_in_fork(rest, space, job["seconds"], own)
        error, message = execute(cell, space) if cell.kind != "test" else ("", "")
        if error:
            found = {"fails": f"cell {cell.grade_id!r}: {error}: {message}"}
            break
    else:
        found = {"results": results}
    with os.fdopen(told, "w") as file:
        json.dump(found, file)


def replace_answer(cell: CodeCell, answers: Answers) -> CodeCell:
    """Return the cell with an answer in its place, if there is one."""
    return CodeCell(cell.grade_id, answers.get(cell.grade_id, cell.source), cell.kind, cell.points)


def run_in_fork(
    cells: list[CodeCell], space: dict[str, Any], seconds: float, folder: str
) -> dict[str, dict]:
    """Run cells in a copy of this process, which a limit may kill; tests not reached are lost."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(readable)
        os.chdir(folder)
        os.dup2(1, 2)  # nor what answers say of errors
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with os.fdopen(writable, "w", buffering=1) as out:
            for cell in cells:
                signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal ends the process
                error, message = execute(cell, space)
                if cell.kind == "test" or error:
                    points = 0.0 if error else cell.points
                    verdict = CellVerdict(points, cell.points, error, message)
                    out.write(json.dumps([cell.grade_id, asdict(verdict)]) + "\n")
        os._exit(0)
    os.close(writable)
    lost = {
        c.grade_id: asdict(CellVerdict(0.0, c.points, "limit")) for c in cells if c.kind == "test"
    }
    with os.fdopen(readable) as reports:
        while select.select([reports], [], [], HANGS)[0] and (line := reports.readline()):
            grade_id, verdict = json.loads(line)
            lost[grade_id] = verdict
    os.kill(child, signal.SIGKILL)  # of no effect, but on one that hangs without computing
    os.waitpid(child, 0)
    return lost


def execute(cell: CodeCell, space: dict[str, Any]) -> tuple[str, str]:
    """Run a cell; return its exception's name and message, or two empty strings."""
    try:
        exec(compile(cell.source, cell.grade_id, "exec"), space)
    except BaseException as error:
        return type(error).__name__, str(error)
    return "", ""


# a report


@dataclass(frozen=True)
class AnswersReport:
    """What the tests made of the answers: the scores, and what is not as it should be."""

    scores: list[str]
    faults: list[str]


def try_assignment(
    course: Path,
    name: str,
    sample: int | None = 0,
    run: Callable = run_in_forks,
    data: Path | None = None,
) -> AnswersReport:
    """Try an assignment's solution, its stub, its right and wrong answers, and mutants.

    Parameters
    ----------
    course : Path
    name : str
        The assignment.
    sample : int or None, default=0
        How many mutants to try, always the same ones; None for all.
    run : callable
        `run_in_forks` or `run_isolated`.
    data : Path, optional
        The course's folder of data.

    Returns
    -------
    AnswersReport
    """
    from nbjudge.course.source import (  # nbgrader takes its time
        Course,
        read_files_beside,
        resolve_data_folder,
    )

    source, place = locate_source(course, name), Course(course)
    cells = read_cells(source)
    bounds = make_solution_and_stub(cells)
    known = read_answers(place, name)
    answers = {one.label: one for one in known if one.kind in ("right", "wrong")}
    made = [
        m
        for cell in cells
        if cell.kind == "answer"
        for m in generate_mutants(cell.grade_id, cell.source)
    ]
    chosen = {f"mutant {i}": mutant for i, mutant in enumerate(made)}
    if sample is not None:
        few = random.Random(0).sample(sorted(chosen), min(sample, len(chosen)))
        chosen = {key: chosen[key] for key in few}
    spare = {get_task_name(check): {check: ""} for check in find_spare_checks(cells)}
    verdicts = run(
        cells,
        bounds
        | {label: {answer.grade_id: answer.source} for label, answer in answers.items()}
        | {
            key: {m.grade_id: m.source} | spare.get(get_task_name(m.grade_id), {})
            for key, m in chosen.items()
        },
        read_files_beside(place, source.parent),
        resolve_data_folder(place, data) if data else None,
    )
    report = AnswersReport([], [])
    tasks = [get_task_name(grade_id) for grade_id in bounds["solution"]]
    report.faults.extend(find_missing_answers(tasks, answers.values()))
    for label in ["solution", "stub", *answers]:
        if label in answers and answers[label].kind == "wrong":
            check_wrong_answer(answers[label], verdicts[label], report)
        else:
            check_right_answer(label, verdicts["solution"] | verdicts[label], report)
    check_mutants(
        read_equivalents(known),
        {key: (m, verdicts[key]) for key, m in chosen.items()},
        made,
        report,
    )
    return report


def find_spare_checks(cells: list[CodeCell]) -> Iterator[str]:
    """Yield the visible checks that a mutant can do without: hidden tests are to catch it.

    A check that fails may search long for what to say. One that binds what a later cell reads
    must run all the same.
    """
    transform = TransformerManager().transform_cell
    later: set[str] = set()
    for cell in reversed(cells):
        code = Code(cell.source, transform)
        bound = code.binds | code.imported | code.changes
        if cell.grade_id.endswith("-check") and not bound & later:
            yield cell.grade_id
        later |= code.loads - code.imported


def make_solution_and_stub(cells: list[CodeCell]) -> dict[str, Answers]:
    """Return the two answers between which all others lie."""
    solution = {cell.grade_id: cell.source for cell in cells if cell.kind == "answer"}
    return {
        "solution": solution,
        "stub": {g: clear_solution(source) for g, source in solution.items()},
    }


def find_missing_answers(tasks: list[str], answers: Iterable[Answer]) -> Iterator[str]:
    """Yield which tasks lack right or wrong answers."""
    counts = Counter((answer.kind, get_task_name(answer.grade_id)) for answer in answers)
    for task in tasks:
        rights, wrongs = counts["right", task], counts["wrong", task]
        if rights < 1 or wrongs < 3:
            yield f"{task} has {rights} right and {wrongs} wrong answers; 1 and 3 are needed"


def check_right_answer(label: str, verdicts: Verdicts, report: AnswersReport) -> None:
    """Check that the solution or a right answer gets all points, and the stub none."""
    score = sum(verdict.points for verdict in verdicts.values())
    possible = sum(verdict.possible for verdict in verdicts.values())
    report.scores.append(f"{label:44} {score:g} of {possible:g}")
    for grade_id, verdict in verdicts.items():
        if verdict.error and not verdict.possible:
            report.faults.append(
                f"{label}: {grade_id} does not run: {verdict.error} {verdict.message}"
            )
    if score != (0 if label == "stub" else possible):
        said = [f"{g}: {v.error} {v.message}" for g, v in verdicts.items() if v.error]
        report.faults.append(f"{label} has {score:g} of {possible:g} points: {said}")


def check_wrong_answer(answer: Answer, verdicts: Verdicts, report: AnswersReport) -> None:
    """Check that a wrong answer gets no points, and the visible check's own message."""
    label = answer.label
    score = sum(verdict.points for verdict in verdicts.values())
    possible = sum(verdict.possible for verdict in verdicts.values())
    report.scores.append(f"{label:44} {score:g} of {possible:g}")
    for grade_id, verdict in verdicts.items():
        visible = grade_id.endswith("-check")
        said = (
            f"{grade_id}: {verdict.error} {verdict.message}"
            if verdict.error
            else f"{grade_id}: passed"
        )
        report.scores.append(f"    {said}")
        if visible and answer.passes_check:
            if verdict.error:
                report.faults.append(f"{label}: the check can tell: {said}")
        elif not verdict.error:
            report.faults.append(f"{label} passes {grade_id}")
        elif visible and verdict.error != "AssertionError":
            report.faults.append(f"{label}: the check does not explain: {said}")
        elif visible and answer.message not in verdict.message:
            report.faults.append(f"{label}: the check does not say {answer.message!r}: {said}")


def read_equivalents(answers: Iterable[Answer]) -> set[tuple[str, str]]:
    """Return which changes no test can catch: the id of the answer, and the lines that differ."""
    return {(answer.grade_id, answer.source) for answer in answers if answer.kind == "equivalent"}


def check_mutants(
    equivalent: set[tuple[str, str]],
    tried: dict[str, tuple[Mutant, Verdicts]],
    made: list[Mutant],
    report: AnswersReport,
) -> None:
    """Check that the hidden tests catch each mutant that is not listed as equivalent."""
    counts: dict[str, list[int]] = {}
    for mutant, verdicts in tried.values():
        key = (mutant.grade_id, mutant.change)
        survives = not any(v.error for g, v in verdicts.items() if not g.endswith("-check"))
        count = counts.setdefault(mutant.grade_id, [0, 0, 0])
        count[0 if not survives else 1 if key in equivalent else 2] += 1
        if survives and key not in equivalent:
            report.faults.append(f"survives in {mutant.grade_id}:\n{mutant.change}")
        elif key in equivalent and not survives:
            report.faults.append(f"listed as equivalent, and is not: {key}")
    for key in equivalent - {(mutant.grade_id, mutant.change) for mutant in made}:
        report.faults.append(f"listed as equivalent, and no mutant: {key}")
    for grade_id, (caught, alike, survived) in counts.items():
        report.scores.append(
            f"{grade_id}: {caught} mutants caught, {alike} equivalent, {survived} survived"
        )


if __name__ == "__main__":
    serve()

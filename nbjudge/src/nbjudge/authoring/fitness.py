"""Check that an assignment is fit for release: its tests tell its solution from wrong answers.

All that runs here runs isolated, as students' work does: a change made by machine may do anything.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from IPython.core.inputtransformer2 import TransformerManager

from nbjudge.authoring.answer_file import answers_path, read_answers
from nbjudge.authoring.answers import read_equivalents
from nbjudge.authoring.mutants import Mutant, generate_mutants
from nbjudge.course.intake import build_own_program
from nbjudge.course.source import VARIANT, Assignment, Notebook
from nbjudge.isolation.sandbox import Sandbox, choose_sandbox
from nbjudge.limits import Limits, patience
from nbjudge.records import NotebookWork, Program, ProgramCell, Result
from nbjudge.run.attempt import (
    OWN_FAILS_APART,
    Attempt,
    Budget,
    borrow_station,
    close_stations,
    grade_notebook,
    retry,
)
from nbjudge.source.names import Code

__all__ = ["find_release_faults", "find_variant_faults", "list_relaxations"]

SHORT = Limits(cell_seconds=2, submission_seconds=10)
"""For a change of the solution, if the solution itself is done in it."""

SHOWN = 3
"""Survivors that are enough to refuse, and to see what the tests overlook."""

Numbered = list[tuple[str | None, ProgramCell]]
"""A program's cells, each with its id."""


def find_release_faults(
    assignment: Assignment,
    haste: bool = False,
    data: Path | None = None,
    isolation: str | None = None,
) -> list[str]:
    """Return why an assignment must not be released; nothing if it may.

    Parameters
    ----------
    assignment : Assignment
    haste : bool, default=False
        Do not change the solution by machine to see whether the tests notice.
    data : Path, optional
        The course's folder of data.
    isolation : str, optional
        By default the strongest that works here.
    """
    sandbox = make_sandbox(assignment, isolation, data)
    try:
        # a station ends with the thread that made it: one pool for all
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for notebook in assignment.notebooks.values():
                program = build_own_program(notebook)
                faults = [*check_solution(notebook, program, sandbox)]
                faults += check_stub(notebook, program, sandbox)
                if not faults and not haste:
                    faults += find_unnoticed_mutants(assignment, notebook, program, sandbox, pool)
                if faults:
                    return [f"{notebook.name}.ipynb is not fit to be released:", *faults]
    finally:
        close_stations()
    return []


def make_sandbox(assignment: Assignment, isolation: str | None, data: Path | None) -> Sandbox:
    """Return a sandbox with the limits of an assignment's course."""
    seconds = assignment.course.cell_seconds
    limits = Limits(cell_seconds=seconds) if seconds else Limits()
    return choose_sandbox(isolation, limits, data=data)


def find_variant_faults(
    instances: dict[str, Assignment], data: Path | None = None, isolation: str | None = None
) -> list[str]:
    """Return why a student's instance must not be released; nothing if all may.

    With any student's values the solution must have all points, and the stub none.

    Parameters
    ----------
    instances : dict of str to Assignment
        By student; one at least.
    data : Path, optional
        The course's folder of data.
    isolation : str, optional
        By default the strongest that works here.
    """
    sandbox = make_sandbox(next(iter(instances.values())), isolation, data)
    different: dict[str, tuple[str, Notebook]] = {}
    for student, assignment in instances.items():
        for notebook in assignment.notebooks.values():
            if notebook.instance:
                different.setdefault(notebook.instance, (student, notebook))

    def faults(one: tuple[str, Notebook]) -> list[str]:
        _, notebook = one
        program = build_own_program(notebook)
        return [
            *check_solution(notebook, program, sandbox),
            *check_stub(notebook, program, sandbox),
        ]

    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tried = zip(different.values(), pool.map(faults, different.values()), strict=True)
            for (student, notebook), found in tried:
                if found:
                    pool.shutdown(wait=False, cancel_futures=True)
                    values = next(c.release for c in notebook.cells if c.id == VARIANT)
                    head = f"{notebook.name}.ipynb: what {student!r} would get cannot be released:"
                    return [head, values, *found]
    finally:
        close_stations()
    return []


def check_solution(notebook: Notebook, program: Numbered, sandbox: Sandbox) -> Iterator[str]:
    """Yield what goes wrong with the solution."""
    results = grade_cells(notebook, [cell for _, cell in program], sandbox)
    lost = []
    for number, (name, cell) in enumerate(program):
        result = results.get(number, Result())
        if cell.kind == "test" and not is_passed(result):
            lost.append((cell.points, f"{name}: {describe_failure(result)}"))
        elif name and result.error:
            yield f"{name} does not run: {result.error.type} {result.error.message}"
    if lost:
        possible = sum(cell.points for _, cell in program)
        score = possible - sum(points for points, _ in lost)
        yield f"solution has {score:g} of {possible:g} points: {[said for _, said in lost]}"


def check_stub(notebook: Notebook, program: Numbered, sandbox: Sandbox) -> Iterator[str]:
    """Yield which tests pass on what students get."""
    released = {cell.id: cell.release for cell in notebook.cells if cell.id}
    cells = [
        replace(cell, source=released[name]) if name and cell.kind == "student" else cell
        for name, cell in program
    ]
    results = grade_cells(notebook, cells, sandbox)
    passed = [
        (cell.points, str(name))
        for number, (name, cell) in enumerate(program)
        if cell.points and results.get(number, Result()).outcome == "passed"
    ]
    if passed:
        possible = sum(cell.points for _, cell in program)
        score = sum(points for points, _ in passed)
        yield (
            f"stub has {score:g} of {possible:g} points, without an answer: "
            f"{[name for _, name in passed]}"
        )


def grade_cells(
    notebook: Notebook, cells: list[ProgramCell], sandbox: Sandbox
) -> dict[int, Result]:
    """Grade cells as those of a student are."""
    work = NotebookWork(notebook.materials, cells, {}, notebook.instance)
    return grade_notebook(work, sandbox).results


def list_relaxations(assignment: Assignment) -> Iterator[tuple[str, str]]:
    """Run the solutions; say, each with its notebook, what tests get of answers beyond the rules.

    Parameters
    ----------
    assignment : Assignment
    """
    sandbox = make_sandbox(assignment, None, None)
    try:
        for name, notebook in assignment.notebooks.items():
            program = build_own_program(notebook)
            cells = [cell for _, cell in program]
            opened = grade_notebook(NotebookWork(notebook.materials, cells, {}), sandbox).opened
            ids = [str(own) for own, cell in program if cell.kind != "student"]
            for place, names in sorted(opened.changed.items()):
                yield name, f"{', '.join(names)}: the student's, from {ids[place]} on"
            for place in opened.objects:
                yield (
                    name,
                    f"in {ids[place]} objects of the course's classes, as the data they hold",
                )
            for place, files in sorted(opened.files.items()):
                what = ", ".join(files) or "none"
                yield name, f"in {ids[place]} files of answers ({what}), and for answers its own"
    finally:
        close_stations()


def is_passed(result: Result) -> bool:
    """Return whether a test passes, or is one that needs the answer in its own process."""
    return result.outcome == "passed" or result.message.startswith(OWN_FAILS_APART)


def describe_failure(result: Result) -> str:
    """Return why a test did not pass."""
    return result.message or result.full or result.words or result.type or "it was not run"


@dataclass(frozen=True)
class MutationSite:
    """A solution, with a place in it where an answer can be changed.

    Attributes
    ----------
    notebook : Notebook
    sandbox : Sandbox
    cells : list of ProgramCell
    place : int
        Of the answer among them.
    limits : Limits
    """

    notebook: Notebook
    sandbox: Sandbox
    cells: list[ProgramCell]
    place: int
    limits: Limits

    def passes(self, source: str) -> bool:
        """Return whether all tests pass with this answer, in one isolated process."""
        cells = list(self.cells)
        cells[self.place] = replace(cells[self.place], source=source)
        seconds = self.limits.cell_seconds
        program = Program(cells, seconds, patience(seconds), self.limits.output_kb, together=True)

        def attempted(alone: bool = False) -> Attempt:
            with borrow_station(self.notebook.materials, self.sandbox, alone) as station:
                attempt = Attempt(station, program, {}, self.limits, Budget(self.limits))
                attempt.run()
            return attempt

        attempt = retry(attempted)
        return attempt.ended == "done" and all(
            attempt.results[number].outcome == "passed"
            for number, cell in enumerate(cells)
            if cell.kind == "test"
        )


def pass_all(trials: list[MutationSite], source: str) -> bool:
    """Return whether an answer passes the tests of all trials."""
    return all(trial.passes(source) for trial in trials)


def find_unnoticed_mutants(
    assignment: Assignment,
    notebook: Notebook,
    program: Numbered,
    sandbox: Sandbox,
    pool: ThreadPoolExecutor,
) -> Iterator[str]:
    """Yield the changes of the solution that no test notices."""
    whole = MutationSite(notebook, sandbox, [cell for _, cell in program], 0, sandbox.limits)
    if program and not whole.passes(program[0][1].source):
        yield (
            "in one process, as nbgrader runs it, your solution does not pass its tests, so it "
            "cannot be tried whether they notice changes of it; --haste releases without that."
        )
        return
    known = read_equivalents(read_answers(assignment.course, assignment.name))
    found: list[Mutant] = []
    for trials, made in generate_site_mutants(notebook, program, sandbox):
        wanted = [m for m in made if (m.grade_id, m.change) not in known]
        passing = [pool.submit(pass_all, trials, mutant.source) for mutant in wanted]
        for mutant, passes in zip(wanted, passing, strict=True):
            if len(found) == SHOWN:
                passes.cancel()
            elif passes.result():
                found.append(mutant)
        if len(found) == SHOWN:
            break
    if found:
        yield "its tests let wrong answers pass: so changed, your solution keeps all points."
        yield from (f"{mutant.grade_id}:\n{mutant.change}" for mutant in found)
        yield (
            "Add tests that tell these from the solution. A change that is as right as the "
            f"solution is listed in {answers_path(assignment.course, assignment.name)}, with the "
            f"reason:\n"
            f"{format_equivalent(found[0])}\n"
            "--haste releases without looking for such changes."
        )


def format_equivalent(mutant: Mutant) -> str:
    """Return what lists a change as no mistake."""
    return f"# %% equivalent {mutant.grade_id}\n# ...\n{mutant.change}"


def generate_site_mutants(
    notebook: Notebook, program: Numbered, sandbox: Sandbox
) -> Iterator[tuple[list[MutationSite], list[Mutant]]]:
    """Yield, for each answer on which something later depends, its trials and its changes.

    First comes a trial by the tests next to the answer, if the solution passes them so; what
    passes these goes through all. A line at an answer's end that only shows a value is not changed:
    there is nothing in it to test.
    """
    transform = TransformerManager().transform_cell
    codes = [Code(cell.source, transform) for _, cell in program]
    by_hand = {cell.id for cell in notebook.cells if cell.grade}
    whole = [cell for _, cell in program]
    for place, (name, cell) in enumerate(program):
        later = set[str]().union(*(code.loads for code in codes[place + 1 :]))
        if cell.kind != "student" or not name or name in by_hand or not codes[place].binds & later:
            continue
        trials = [MutationSite(notebook, sandbox, whole, place, sandbox.limits)]
        source = transform(cell.source)
        shorter = drop_last_value(source)
        if shorter != source and pass_all(trials, shorter):
            source = shorter
        before = [c for c in whole[:place] if c.kind != "test"]
        next_to_it = [*before, cell, *take_until_next_answer(whole[place + 1 :])]
        short = MutationSite(notebook, sandbox, next_to_it, len(before), SHORT)
        if short.passes(cell.source):
            trials.insert(0, short)
        yield trials, generate_mutants(name, source)


def drop_last_value(source: str) -> str:
    """Leave out the value that a cell shows at its end, unless its text says that it does more.

    Whether it does more unseen, as a line that plots, the tests tell, if they pass without it.
    """
    tree = ast.parse(source)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return source
    last = Code(ast.unparse(tree.body.pop()), str)
    return source if last.binds or last.changes else ast.unparse(tree)


def take_until_next_answer(cells: list[ProgramCell]) -> Iterator[ProgramCell]:
    """Yield cells up to the first tests, these, and no answer after them."""
    tested = False
    for cell in cells:
        if tested and cell.kind == "student":
            return
        tested = tested or cell.kind == "test"
        yield cell

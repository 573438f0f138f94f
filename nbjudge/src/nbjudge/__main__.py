"""The command ``nbjudge``."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from nbjudge import __version__
from nbjudge.errors import run_command
from nbjudge.isolation.scratch import make_folder
from nbjudge.limits import MINUTES

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        Of ``grade``: 0 if all are graded, 3 if some need a person, 1 if the run failed. Of
        ``doctor``: 0 if this machine offers an isolation. Of ``agree``: 1 if a grade is lower or
        higher than nbgrader's. Wrong arguments end the process with status 2 and a message.
    """
    parser = argparse.ArgumentParser(
        prog="nbjudge", description="Grade untrusted notebooks of any nbgrader course."
    )
    parser.add_argument("--version", action="version", version=f"nbjudge {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    grade = commands.add_parser("grade", help="grade what students handed in, isolated")
    add_grade_arguments(grade)
    grade.set_defaults(error=grade.error)
    examine = commands.add_parser("doctor", help="say what isolation this machine offers")
    examine.add_argument(
        "assignment",
        nargs="?",
        metavar="ASSIGNMENT",
        help="and which names its tests take from the student",
    )
    add_cgroup(examine)
    new = commands.add_parser("new", help="begin an assignment: a source to write over")
    new.add_argument("name", metavar="NAME", help="of the assignment")
    release = commands.add_parser("release", help="make the student version of assignments")
    release.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all")
    release.add_argument(
        "--haste", action="store_true", help="do not try whether the tests notice wrong answers"
    )
    release.add_argument(
        "--variants",
        action="store_true",
        help="one for each student in the gradebook, with values of their own by "
        "answers/ASSIGNMENT_variants.py",
    )
    add_data(release)
    add_isolation(release)
    samples = commands.add_parser(
        "samples", help="where nobody has handed in, hand in the solution, the stub and the half"
    )
    samples.add_argument("assignment", metavar="ASSIGNMENT")
    attempt = commands.add_parser("try", help="try the tests on answers known as right or wrong")
    attempt.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all")
    attempt.add_argument(
        "--mutants", action="store_true", help="and on each solution, changed by machine"
    )
    attempt.add_argument("--isolated", action="store_true", help="graded as students' work is")
    add_data(attempt)
    compare = commands.add_parser(
        "agree", help="grade the own solution, and nothing, here and by nbgrader; compare"
    )
    compare.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all")
    compare.add_argument(
        "--submitted",
        action="store_true",
        help="and what was handed in, which nbgrader runs unisolated",
    )
    compare.add_argument("--each", type=int, metavar="N", help="about N known answers of each")
    compare.add_argument(
        "--minutes",
        type=float,
        default=MINUTES,
        metavar="M",
        help=f"that each grader may take for each submission (default: {MINUTES:g})",
    )
    compare.add_argument("--json", type=Path, metavar="FILE", help="write all that was found")
    add_data(compare)
    summary = commands.add_parser(
        "summary", help="write the summary anew, with what has been graded by hand since"
    )
    summary.add_argument("assignment", metavar="ASSIGNMENT")
    summary.add_argument(
        "--open", action="store_true", help="open Formgrader at the first cell that waits for you"
    )
    alike = commands.add_parser(
        "similar", help="rank pairs of answers that are alike beyond what many have"
    )
    alike.add_argument("assignment", metavar="ASSIGNMENT")
    alike.add_argument(
        "--pairs", type=int, default=20, metavar="N", help="pairs to show (default: 20)"
    )
    alike.set_defaults(error=alike.error)
    compare.set_defaults(error=compare.error)
    for parser_of_one in (examine, new, release, samples, attempt, compare, summary, alike):
        add_course(parser_of_one)
    options = parser.parse_args(arguments)
    ensure_home()
    run = {
        "grade": grade_command,
        "doctor": doctor_command,
        "new": new_command,
        "release": release_command,
        "samples": samples_command,
        "try": try_command,
        "agree": agree_command,
        "summary": summary_command,
        "similar": similar_command,
    }[options.command]
    return run_command(options.course, f"nbjudge {options.command}", lambda: run(options))


def ensure_home() -> None:
    """Where nobody has said which home a user without an entry has, take an empty one.

    So it is in containers under a number of their own; the libraries look for settings there.
    """
    try:
        Path.home()
    except RuntimeError:
        HOMES.append(make_folder())
        os.environ["HOME"] = HOMES[0].name


HOMES: list[TemporaryDirectory] = []
"""Kept, and removed when this process ends."""


def add_course(parser: argparse.ArgumentParser) -> None:
    """Add where the course is."""
    parser.add_argument(
        "--course",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="the nbgrader course directory (default: this one)",
    )


def add_isolation(parser: argparse.ArgumentParser) -> None:
    """Add how what is run is isolated."""
    parser.add_argument(
        "--isolation",
        choices=("bwrap", "userns", "landlock", "none"),
        help="default: the strongest that works here, never none",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add where the course's data are."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a folder that notebooks may read: beside them by its name, and one "
        "and two folders up",
    )


def add_cgroup(parser: argparse.ArgumentParser) -> None:
    """Add where control groups may be made."""
    parser.add_argument(
        "--cgroup",
        type=Path,
        metavar="DIR",
        help="a control group (v2) without processes, to make one in for each "
        "submission (default: one that systemd delegated)",
    )


def add_grade_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grade``."""
    parser.add_argument("assignment", nargs="?", metavar="ASSIGNMENT")
    add_course(parser)
    parser.add_argument("--student", default="*", metavar="GLOB", help="only these students")
    parser.add_argument(
        "--jobs",
        type=int,
        default=0,
        metavar="N",
        help="submissions at once (default: one per processor)",
    )
    add_isolation(parser)
    again = parser.add_mutually_exclusive_group()
    again.add_argument(
        "--resume",
        dest="fresh",
        action="store_false",
        default=False,
        help="keep the grades of what has not changed (default)",
    )
    again.add_argument("--fresh", action="store_true", help="grade everything again")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster to run on")
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="such as cell_seconds=60 (of computing), memory_mb=2048",
    )
    add_cgroup(parser)
    add_data(parser)
    parser.add_argument(
        "--compatibility",
        action="store_true",
        help="run tests that cannot be split in the student's own process; "
        "their results are marked: not tamper-resistant",
    )
    parser.add_argument(
        "--show-hidden", action="store_true", help="show what hidden tests say in the feedback"
    )
    parser.add_argument(
        "--doctor", action="store_true", help="do as `nbjudge doctor` does, and stop"
    )


def doctor_command(options: argparse.Namespace) -> int:
    """Print what this machine offers and, of an assignment, whose its names are."""
    from nbjudge.course import resolve_course_folder
    from nbjudge.isolation.sandbox import print_diagnosis

    resolve_course_folder(options.course)
    status = print_diagnosis(options.cgroup)
    if options.assignment:
        from nbjudge.authoring.fitness import list_relaxations
        from nbjudge.course.source import Assignment, Course
        from nbjudge.source.names import describe_owners

        assignment = Assignment(Course(options.course), options.assignment)
        for name, notebook in assignment.notebooks.items():
            print(f"\n{name}.ipynb: whose each name is that a test reads")
            print("\n".join(describe_owners(notebook.cells)))
        if status == 0:
            for name, what in list_relaxations(assignment):
                print(f"{name}.ipynb, as its solution passes only so: {what}")
    return status


def new_command(options: argparse.Namespace) -> int:
    """Begin an assignment."""
    from nbjudge.authoring.new import create_assignment
    from nbjudge.course import format_command

    source = create_assignment(options.course, options.name)
    print(f"Wrote {source}: write your tasks in the place of those.")
    then = format_command(f"release {options.name}", options.course)
    print(f"Then {then} makes the notebook to hand out.")
    return 0


def release_command(options: argparse.Namespace) -> int:
    """Make student versions."""
    from nbjudge.authoring.answers import list_assignments
    from nbjudge.authoring.release import release, release_variants

    how = options.haste, options.data, options.isolation
    for assignment in options.assignments or list_assignments(options.course):
        if not options.variants:
            print(f"Released {release(options.course, assignment, *how)}")
            continue
        made = release_variants(options.course, assignment, *how)
        print(*(f"Released {folder}" for folder in made.folders.values()), sep="\n")
        print(f"{len(made.folders)} students, {made.different} different variants.")
        print(f"Keep a copy of {made.secret}: without it nothing of this can be graded.")
    return 0


def samples_command(options: argparse.Namespace) -> int:
    """Hand in samples."""
    from nbjudge.authoring.release import submit_samples

    if submit_samples(options.course, options.assignment):
        print(f"Nothing was handed in for {options.assignment}; here are sample submissions.")
    return 0


def try_command(options: argparse.Namespace) -> int:
    """Print how the tests judge known answers; return 1 if anything is not as it should be."""
    from nbjudge.authoring import answers

    run = answers.run_isolated if options.isolated else answers.run_in_forks
    bad, sample = 0, None if options.mutants else 0
    for name in options.assignments or answers.list_assignments(options.course):
        report = answers.try_assignment(options.course, name, sample, run, options.data)
        print(f"== {name}", *report.scores, *[f"!! {fault}" for fault in report.faults], sep="\n")
        bad += len(report.faults)
    return int(bad > 0)


def agree_command(options: argparse.Namespace) -> int:
    """Print how our grades and nbgrader's agree; return 1 if any is lower or higher."""
    import json

    from nbjudge.authoring.agreement import compare_notebook, format_report, list_notebooks
    from nbjudge.course.source import Course
    from nbjudge.records import to_json_data

    if not options.minutes > 0:
        options.error(f"--minutes {options.minutes:g}: it must be more than 0")
    if options.each is not None and options.each < 1:
        options.error(f"--each {options.each}: it must be 1 or more")
    if options.json and (options.json.is_dir() or not options.json.parent.is_dir()):
        options.error(f"--json {options.json}: it must be a file in a folder that is there")

    def say(words: str) -> None:
        print(words, file=sys.stderr, flush=True)

    course = Course(options.course)
    found = []
    for path in list_notebooks(course, options.assignments):
        found.append(
            compare_notebook(
                course, path, options.submitted, options.each, options.data, options.minutes, say
            )
        )
        refused = found[-1].refused
        say(f"{found[-1].notebook}: {f'refused: {refused}' if refused else 'compared'}")
    print("\n".join(format_report(found)), flush=True)
    if options.json:
        options.json.write_text(json.dumps(to_json_data(found), indent=1) + "\n")
    differ = any(c.outcome in ("lower", "higher") for one in found for c in one.cells)
    return int(differ or all(one.refused for one in found))


def summary_command(options: argparse.Namespace) -> int:
    """Write the summary anew, and open Formgrader if asked."""
    from nbjudge.course.source import Course
    from nbjudge.run.summarize import update_summary

    course = Course(options.course)
    assignment, path, booked = update_summary(course, options.assignment)
    print(f"Summary: {path.as_uri()}")
    if options.open:
        from nbjudge.run.formgrader import find_waiting_cell, open_formgrader

        place = find_waiting_cell(assignment, booked)
        if place is None:
            print("Nothing waits for a person.")
        else:
            open_formgrader(course.root, place, sys.stdout)
    return 0


def similar_command(options: argparse.Namespace) -> int:
    """Write the page of pairs that are alike."""
    from nbjudge.course.source import Course
    from nbjudge.run.similarity import write_similar_page

    if options.pairs < 1:
        options.error(f"--pairs {options.pairs}: it must be 1 or more")
    path, found = write_similar_page(Course(options.course), options.assignment, options.pairs)
    print(f"Compared {found.compared} submissions: {path.as_uri()}")
    if found.left_out:
        print(f"{len(found.left_out)} could not be read, or not all of it; the page says why.")
    return 0


def grade_command(options: argparse.Namespace) -> int:
    """Grade an assignment."""
    if options.doctor:
        return doctor_command(options)
    if not options.assignment:
        options.error("ASSIGNMENT: name the assignment to grade (or ask for --doctor)")
    if options.jobs < 0:
        options.error(f"--jobs {options.jobs}: it must be 1 or more (0: one per processor)")
    gc.disable()  # what is imported stays: to look among it for garbage takes a tenth of a second
    from nbjudge.run.run import Options, grade_assignment

    gc.freeze()
    gc.enable()
    return grade_assignment(
        options.course,
        options.assignment,
        Options(
            student=options.student,
            jobs=options.jobs,
            isolation=options.isolation,
            fresh=options.fresh,
            scheduler=options.scheduler,
            compatibility=options.compatibility,
            show_hidden=options.show_hidden,
            limits=tuple(options.limit),
            cgroup=options.cgroup,
            data=options.data,
        ),
    )


if __name__ == "__main__":
    sys.exit(main())

"""The arguments of ``python -m ensemblelab grade``."""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["add_arguments", "command"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the ``grade`` command."""
    parser.add_argument("assignment", nargs="?", metavar="ASSIGNMENT")
    parser.add_argument("--course", type=Path, default=Path(), metavar="DIR",
                        help="the nbgrader course directory (default: this one)")  # fmt: skip
    parser.add_argument("--student", default="*", metavar="GLOB", help="only these students")
    parser.add_argument("--jobs", type=int, default=0, metavar="N",
                        help="submissions at once (default: one per processor)")  # fmt: skip
    parser.add_argument("--isolation", choices=("bwrap", "userns", "landlock", "none"),
                        help="default: the strongest that works here, never none")  # fmt: skip
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--resume", dest="fresh", action="store_false", default=False,
                       help="keep the grades of what has not changed (default)")  # fmt: skip
    again.add_argument("--fresh", action="store_true", help="grade everything again")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster to run on")
    parser.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE",
                        help="such as cell_seconds=60, memory_mb=2048")  # fmt: skip
    parser.add_argument("--compatibility", action="store_true",
                        help="run tests that cannot be split in the student's own process; "
                             "their results are marked: not tamper-resistant")  # fmt: skip
    parser.add_argument("--show-hidden", action="store_true",
                        help="show what hidden tests say in the feedback")  # fmt: skip
    parser.add_argument("--doctor", action="store_true",
                        help="say what isolation this machine offers, and stop")  # fmt: skip


def command(options: argparse.Namespace) -> int:
    """Run it and return the exit status: 0 all graded, 3 some need review, 1 an error."""
    if options.doctor:
        from ensemblelab.grading.sandbox import doctor

        return doctor()
    if not options.assignment:
        raise ValueError("ASSIGNMENT: name the assignment to grade (or ask for --doctor)")
    if options.jobs < 0:
        raise ValueError(f"--jobs {options.jobs}: it must be 1 or more (0: one per processor)")
    from ensemblelab.grading.run import Options, grade_assignment

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
        ),
    )

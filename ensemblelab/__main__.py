"""The command line: ``python -m ensemblelab verify`` and ``grade``."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ensemblelab import __version__

if TYPE_CHECKING:
    from ensemblelab.equations import CheckResult


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        0 if all is well, 1 if an equation fails or nobody reads what is printed; wrong arguments
        end the process with status 2 and a message. For ``grade``: that of ``nbjudge grade``.
    """
    parser = argparse.ArgumentParser(prog="python -m ensemblelab", description=__doc__)
    parser.add_argument("--version", action="version", version=f"ensemblelab {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "verify", help="check the course's equations and print one row for each"
    )
    command.add_argument("labels", nargs="*", metavar="LABEL", help="default: all of them")
    command.add_argument("--seed", type=int, default=0, help="seed of the random instances")
    command.add_argument("--instances", type=int, help="random instances for each equation")
    command.add_argument("--json", action="store_true", help="print a list of objects instead")
    commands.add_parser(
        "grade", help="grade what students handed in (with nbjudge)", add_help=False
    )
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments[:1] == ["grade"]:
        return _grade(arguments)
    options = parser.parse_args(arguments)
    try:
        status = _verify(options)
        sys.stdout.flush()
        return status
    except ValueError as error:
        command.error(str(error))
    except BrokenPipeError:  # `| head` has seen enough; at exit Python would print once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _grade(arguments: list[str]) -> int:
    """Start the grader, a package of its own, as a command."""
    if find_spec("nbjudge") is None:
        print("Grading needs nbjudge: pip install ./nbjudge in the repository.", file=sys.stderr)
        return 1
    return subprocess.call([sys.executable, "-m", "nbjudge", *arguments])


def _verify(options: argparse.Namespace) -> int:
    from ensemblelab.equations import equations, find

    chosen = [find(label) for label in options.labels] or equations()
    checks = []
    width = max(len(statement.label) for statement in chosen)
    if not options.json:
        print(f"{'':8}{'equation':{width}}  {'instances':>9}  discrepancy  statement")
    for statement in chosen:
        check = statement.check(options.instances, options.seed)
        checks.append(check)
        if not options.json:
            mark = "✔ holds" if check.passed else "✘ FAILS"
            print(
                f"{mark:8}{statement.label:{width}}  {check.instances:9d}  "
                f"{check.max_discrepancy:11.1e}  {statement.title}"
            )
            if len(chosen) == 1 or not check.passed:
                _explain(check)
    failed = [check.statement.label for check in checks if not check.passed]
    if options.json:
        print(json.dumps([check.as_dict() for check in checks], indent=1))
    else:
        print(f"{len(checks) - len(failed)} of {len(checks)} hold", end="")
        print(f"; these do not: {', '.join(failed)}" if failed else "")
    return 1 if failed else 0


def _explain(check: CheckResult) -> None:
    """Print what a page unfolds below its line: an instance, and the statement broken."""
    statement = check.statement
    print(f"\n{check.line}")
    for words, latex in statement.formulas():
        print(f"  {words}{latex}")
    print(f"{statement.shows}:")
    for name, value in check.example.items():
        print(f"  {name} = {value}")
    if check.broken:
        print(f"{statement.breaks}:\n  {check.broken.latex}")
        for name, value in check.broken.example.items():
            print(f"  {name} = {value}")
    if statement.proof:
        print(f"Proved with SymPy: {statement.proof}.")
    print(f"Source: {statement.source}. Code: {statement.where}")


if __name__ == "__main__":
    sys.exit(main())

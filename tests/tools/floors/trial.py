"""Run the library's tests with the oldest packages it promises to work with.

    python tests/tools/floors/trial.py [SET ...]      (.ci/night elsewhere: lowest)

lowest      the lower bounds in pyproject.toml, exactly, and lowest.txt; at the end numba's too
pyodide     what the library meets in a reader's browser: pyodide.txt

Without numba trees grow by the vectorised grower; with its lowest version, only the growers are
compared. Packages that a set does not name, such as pytest, are those of requirements.txt. The
library is installed as its users get it, as a wheel, and must run from there; the tests run in the
checkout.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
BUILD = ROOT / "build" / "floors"
UV = [shutil.which("uv")] if shutil.which("uv") else [sys.executable, "-m", "uv"]

# What the library's tests import, and pytest's own.
TOOLS = ["hypothesis", "lightgbm", "matplotlib", "pandas", "pytest", "pytest-xdist", "sympy"]
TOOLS += ["xgboost-cpu"]


def bounds(extra: str | None = None) -> list[str]:
    """Pin each dependency of the library, or of an extra, to its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    dependencies = project["optional-dependencies"][extra] if extra else project["dependencies"]
    if other := [line for line in dependencies if not re.fullmatch(r"[\w-]+>=[\d.]+", line)]:
        raise SystemExit(f"pyproject.toml: {other} must be of the form name>=version")
    return [line.replace(">=", "==") for line in dependencies]


def pinned(name: str) -> list[str]:
    """Read the pins of a set's file."""
    lines = Path(__file__).with_name(f"{name}.txt").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def constraints(pins: list[str]) -> str:
    """Add what requirements.txt says of other packages."""
    named = {pin.split("==")[0] for pin in pins}
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    return "\n".join([*pins, *(line for line in lines if line.split("==")[0] not in named)])


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command, and stop the trial if it fails."""
    subprocess.run(command, cwd=cwd, check=True)


def run_tests(programs: Path, *arguments: str) -> int:
    """Run tests of the checkout on the library that is installed; return pytest's exit status."""
    # Python does not look for modules where it is started; what is not installed, as `experiments`,
    # is found by the file that `install` writes.
    surroundings = os.environ | {"PYTHONSAFEPATH": "1"}
    python = [programs / "python"]
    where = "import ensemblelab, sys; sys.exit('site-packages' not in ensemblelab.__file__)"
    subprocess.run([*python, "-c", where], cwd=ROOT, env=surroundings, check=True)
    # The checkout's own conftest would have its modules come before those that are installed.
    tests = [*python, "-m", "pytest", "--confcutdir=tests/library", "-m", "not trial", *arguments]
    return subprocess.run(tests, cwd=ROOT, env=surroundings).returncode


def install(name: str, pins: list[str]) -> Path:
    """Make an environment of these versions and the library's wheel; say where its programs are."""
    home = BUILD / name
    shutil.rmtree(home, ignore_errors=True)
    run(*UV, "venv", "--quiet", "--python", sys.executable, home)
    programs = home / ("Scripts" if sys.platform == "win32" else "bin")
    (home / "constraints.txt").write_text(constraints(pins))
    needed = [pin.split("==")[0] for pin in bounds()]
    pip = [*UV, "pip", "install", "--quiet", "--python", programs / "python"]
    run(*pip, "--constraint", home / "constraints.txt", *needed, *TOOLS)
    run(*UV, "build", "--quiet", "--out-dir", home / "wheel")
    run(*pip, "--no-deps", *(home / "wheel").glob("*.whl"))
    (packages,) = home.glob("[Ll]ib/**/site-packages")
    (packages / "checkout.pth").write_text(f"{ROOT}\n")
    return programs


def trial(name: str, pins: list[str], arguments: list[str]) -> int:
    """Install, name the versions, and run the tests; return pytest's exit status."""
    print(f"\n=== {name}: {' '.join(pins)}", flush=True)
    programs = install(name, pins)
    run(*UV, "pip", "list", "--python", programs / "python")
    grower = "from ensemblelab.trees import choice; assert choice.chosen_grower() == 'vectorised'"
    run(programs / "python", "-c", grower, cwd=programs)
    run(programs / "ensemblelab", "verify", "adaboost.12", cwd=programs)  # away from the checkout
    status = run_tests(
        programs, "-n", "auto", "--dist", "loadfile", *(arguments or ["tests/library"])
    )
    return status or (trial_of_growers(programs) if name == "lowest" and not arguments else 0)


def trial_of_growers(programs: Path) -> int:
    """Compare the growers once more, with numba's lower bound; return pytest's exit status."""
    pins = bounds("fast")
    print(f"\n=== and {' '.join(pins)}", flush=True)
    pip = [*UV, "pip", "install", "--quiet", "--python", programs / "python"]
    run(*pip, *pins)  # what is there stays
    return run_tests(programs, "tests/library/test_trees_growth.py", "-k", "real_data or ties")


def main() -> int:
    """Try the sets that the command line names, or all."""
    sets = {"lowest": bounds() + pinned("lowest"), "pyodide": pinned("pyodide")}
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(sets)}: both")
    parser.add_argument("--tests", nargs="+", default=[], help="what to give pytest: all tests")
    options = parser.parse_args()
    if unknown := set(options.sets) - set(sets):
        parser.error(f"no such set: {', '.join(unknown)}; there are {', '.join(sets)}")
    statuses = {name: trial(name, sets[name], options.tests) for name in options.sets or sets}
    for name, status in statuses.items():
        print(f"{name}: {'passed' if status == 0 else f'FAILED, pytest ended with {status}'}")
    return max(statuses.values())


if __name__ == "__main__":
    sys.exit(main())

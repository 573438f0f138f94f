"""Library, book, course and grader, and the tests of each, import one way only."""

import ast
import functools
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY, GRADER, BOOK = "ensemblelab", "nbjudge/src", "chapters"
# Whose modules those of a room may import, beside its own.
MAY_IMPORT = {
    LIBRARY: (),
    GRADER: (),
    "results": (LIBRARY, GRADER),
    "exercises": (LIBRARY, GRADER),
    "browser": (),
    BOOK: (LIBRARY, GRADER, "browser"),
    "benchmarks": (LIBRARY, GRADER),
    "tests/library": (LIBRARY, "results"),
    "tests/book": (LIBRARY, GRADER, BOOK, "results", "browser"),
    "tests/course": (LIBRARY, GRADER),
    "tests/tools": (LIBRARY, BOOK, "benchmarks"),
    "nbjudge/tests": (GRADER,),
}
FOLDERS = {BOOK: ("chapters", "chapters/_extensions")}  # that Python looks into; else the room


@functools.cache
def names(room):
    """Name the modules that a room offers to others."""
    if (ROOT / room / "__init__.py").exists() or room == "browser":
        return {Path(room).name}
    places = [ROOT / place for place in FOLDERS.get(room, (room,))]
    found = {path.stem for place in places for path in place.glob("*.py")}
    return found | {path.parent.name for place in places for path in place.glob("*/__init__.py")}


def imported(source):
    """Name the packages that a program imports, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def trespasses(room, source):
    """Name the modules of ours that a program of a room imports and may not."""
    own = names(room).union(*(names(other) for other in MAY_IMPORT[room]))
    others = set().union(*map(names, MAY_IMPORT)) - own
    return sorted(others & set(imported(source)))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_go_one_way(room):
    sources = [p for p in (ROOT / room).rglob("*.py") if "grading_corpus" not in p.parts]
    assert sources
    found = {str(path): trespasses(room, path.read_text(encoding="utf-8")) for path in sources}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("room", "source", "found"),
    [
        (LIBRARY, "def f():\n    from nbjudge.limits import Limits", ["nbjudge"]),
        (LIBRARY, "import results, os", ["results"]),
        (GRADER, "import ensemblelab.trees", ["ensemblelab"]),
        ("tests/library", "from chromium import new_tab", ["chromium"]),
        ("tests/course", "import warm_kernels, quiz", ["quiz", "warm_kernels"]),
        ("nbjudge/tests", "from problem_sets import EACH", ["problem_sets"]),
        ("tests/book", "import ensemblelab, nbjudge, results, browser, quiz", []),
        (LIBRARY, "from . import losses\nimport numpy", []),
    ],
)
def test_an_import_the_other_way_is_found(room, source, found):
    assert trespasses(room, source) == found

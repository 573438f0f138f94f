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
    "experiments": (LIBRARY, GRADER),
    "exercises": (LIBRARY, GRADER),
    "browser": (),
    BOOK: (LIBRARY, GRADER, "browser"),
    "benchmarks": (LIBRARY, GRADER),
    "tests/library": (LIBRARY, "experiments"),
    "tests/book": (LIBRARY, GRADER, BOOK, "experiments", "browser"),
    "tests/course": (LIBRARY, GRADER),
    "tests/tools": (LIBRARY, GRADER, BOOK, "benchmarks"),
    "nbjudge/tests": (GRADER,),
}


@functools.cache
def names(room):
    """List the modules that a room offers to others."""
    if (ROOT / room / "__init__.py").exists() or room == BOOK:
        return {Path(room).name}
    inside = [*(ROOT / room).glob("*.py"), *(ROOT / room).glob("*/__init__.py")]
    return {path.parent.name if path.name == "__init__.py" else path.stem for path in inside}


def imported(source):
    """List the packages that a program imports, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def trespasses(room, source):
    """List the modules of ours that a program of a room imports and may not."""
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
        (LIBRARY, "import experiments, os", ["experiments"]),
        (GRADER, "import ensemblelab.trees", ["ensemblelab"]),
        ("tests/library", "from chromium import new_tab", ["chromium"]),
        ("tests/course", "from chapters.machine.content import quiz", ["chapters"]),
        ("nbjudge/tests", "from problem_sets import EACH", ["problem_sets"]),
        ("tests/book", "import ensemblelab, nbjudge, experiments, browser, chapters.machine", []),
        (LIBRARY, "from . import losses\nimport numpy", []),
    ],
)
def test_an_import_the_other_way_is_found(room, source, found):
    assert trespasses(room, source) == found


# The rooms of the library, and which others each may import. Its first floor, where the learners
# are, is "".
ROOMS = {
    "": {"trees"},  # learners know the engine
    "trees": {""},  # where the tree itself is a learner
    "datasets": {""},
    "verify": set(),  # knows no learner, nor what it checks
    "equations": {"", "trees", "datasets", "verify"},
    "teaching": {"", "trees", "datasets", "verify", "equations"},
}
SMALL = {
    "ensemblelab",
    "ensemblelab._arguments",
    "ensemblelab._old_names",
}  # what every room may have
COMMAND = "ensemblelab.__main__"  # the program, which may start all


@functools.cache
def imports_of(package):
    """Read a package's modules: which others each imports, wherever it does, but for types."""
    root = ROOT / package
    modules = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(root.parent).with_suffix("").parts
        modules[".".join(parts).removesuffix(".__init__")] = path
    return {
        name: set(resolved(name, path, modules)) & modules.keys() - {name}
        for name, path in modules.items()
    }


def resolved(name, path, modules):
    """List the modules that one imports, in full."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    waiting = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                inside = f"{origin}.{alias.name}"
                yield inside if inside in modules else origin


def room_of(module):
    inside = module.split(".")[1:2]
    return inside[0] if inside and inside[0] in ROOMS else ""


def test_the_rooms_of_the_library_import_one_way():
    found = [
        (name, other)
        for name, others in imports_of(LIBRARY).items()
        for other in others - SMALL
        if room_of(other) not in ROOMS[room_of(name)] | {room_of(name)}
    ]
    assert {name for name, _ in found} <= {COMMAND}
    folders = {path.parent.name for path in (ROOT / LIBRARY).glob("*/__init__.py")}
    assert folders == ROOMS.keys() - {""}


@pytest.mark.parametrize("package", [LIBRARY, f"{GRADER}/nbjudge"])
def test_nothing_is_imported_in_a_circle(package):
    left = dict(imports_of(package))
    assert left
    while ready := [name for name, others in left.items() if not others & left.keys()]:
        for name in ready:
            del left[name]
    assert sorted(left) == []  # those of circles, and what imports them


def test_no_module_is_imported_by_a_name_that_is_made_up(monkeypatch):
    """Such an import no drawing shows; what is loaded late is imported in a function."""
    monkeypatch.chdir(ROOT)
    made_up = {
        str(path)
        for path in Path(LIBRARY).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(("import_module", "__import__"))
        and not isinstance(node.args[0], ast.Constant)
    }
    # Estimators, statements and old names are looked up in tables.
    tables = {"__init__.py", "_old_names.py", "verify/registry.py"}
    assert made_up == {f"{LIBRARY}/{name}" for name in tables}

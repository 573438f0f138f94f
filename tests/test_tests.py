"""What the tests themselves must not do: look at a clock, or wait for one."""

import ast
import sys
from pathlib import Path

import pytest

from floors.trial import NOT_OF_THE_LIBRARY, TOOLS

ROOT = Path(__file__).parent.parent
CLOCKS = {"time", "timeit", "sched", "resource"}  # modules that tell or wait for time
# the one place that waits, the one that says for how long a browser may take; and the programs
# that are handed in, which never run here
EXEMPT = {ROOT / "nbjudge/tests/waiting.py", ROOT / "tests/chromium.py"}
EXEMPT |= {*ROOT.glob("nbjudge/tests/grading_corpus/*/*/*.py")}
SOURCES = [
    path
    for path in [*ROOT.glob("tests/**/*.py"), *ROOT.glob("nbjudge/tests/**/*.py")]
    if path not in EXEMPT
]


def uses_of_clocks(source):
    """List where a program imports a module that tells the time, or calls what waits for it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                modules = [name.name for name in names]
            case ast.ImportFrom(module=str(module)):
                modules = [module]
            case ast.Call(func=ast.Name(id="__import__"), args=[ast.Constant(value=module)]):
                modules = [module]
            case ast.Attribute(attr="sleep" | "wait_for_timeout" | "perf_counter" | "cpu_times"):
                modules = ["time"]
            case ast.Attribute(attr="new_page" | "set_default_timeout"):  # not chromium.new_tab
                modules = ["time"]
            case _:
                continue
        if CLOCKS & {module.partition(".")[0] for module in modules}:
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_test_looks_at_a_clock(path):
    """A machine may be busy for as long as it likes; `make bench` measures, side by side."""
    assert not uses_of_clocks(path.read_text())


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import time as clock",
        "from time import sleep",
        "from timeit import timeit",
        "__import__('time').sleep(1)",
        "asyncio.sleep(1)",
        "tab.wait_for_timeout(500)",
        "psutil.Process().cpu_times()",
        "browser.new_context().new_page()",  # whose actions may take 30 seconds
    ],
)
def test_a_look_at_a_clock_is_found(source):
    assert uses_of_clocks(source)


def test_what_is_read_is_what_there_is():
    assert len(SOURCES) > 35
    assert not uses_of_clocks("from datetime import timedelta\nimport timing\ntime = 3")


def imported(path):
    """Name the packages that a file imports when it is itself imported, and its neighbours do."""
    modules = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules |= {f"{node.module}.{name.name}" for name in node.names}
    found = {name.partition(".")[0] for name in modules}
    for name in modules:
        first, _, rest = name.partition(".")
        below = [f"results/{rest.partition('.')[0]}.py"] if first == "results" else []
        for place in (f"tests/{first}.py", f"nbjudge/tests/{first}.py", *below):
            if (neighbour := ROOT / place).is_file() and neighbour != path:
                found = found - {first} | imported(neighbour)
    return found - set(sys.stdlib_module_names)


OF_THE_LIBRARY = [
    path
    for path in sorted((ROOT / "tests").glob("test_*.py"))
    if not path.stem.removeprefix("test_").startswith(NOT_OF_THE_LIBRARY)
]
# Those of the library, of the tests' tools, and of this repository.
HAD = {"ensemblelab", "joblib", "numpy", "scipy", "sklearn", "floors", "processors", "results"}
HAD |= {"lightgbm", "xgboost"} | {tool for tool in TOOLS if "-" not in tool}


@pytest.mark.parametrize(
    "path", [*OF_THE_LIBRARY, ROOT / "tests/conftest.py"], ids=lambda p: p.stem
)
def test_the_librarys_tests_import_what_its_oldest_packages_come_with(path):
    """Another's belongs among NOT_OF_THE_LIBRARY, or into TOOLS."""
    assert imported(path) <= HAD

"""Shared settings of the tests, and the browser that some of them drive."""

import os

import pytest

from chromium import CHROMIUM, PATIENCE, SITE
from floors.trial import NOT_OF_THE_LIBRARY
from needs import (
    ask_for_the_version_of_gradebooks_once,  # noqa: F401  a fixture
    missing,
)

# scikit-learn reads this once, at import; without it one of its checks is skipped.
os.environ.setdefault("SCIPY_ARRAY_API", "1")


@pytest.fixture(scope="module")
def chromium():
    """Playwright's way to Chromium, and how to start it: without any name but loopback's."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM:
        missing("no Chromium on the PATH; on Debian and Ubuntu: apt install chromium")
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    loopback = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as driver:
        starts = {"executable_path": CHROMIUM, "args": [*quiet, loopback], "timeout": PATIENCE}
        yield driver.chromium, starts


@pytest.fixture(scope="module")
def browser(chromium):
    """Chromium; each test opens its own context."""
    kind, options = chromium
    browser = kind.launch(**options)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def pages():
    """The built pages of the book."""
    found = sorted([*SITE.glob("chapters/*.html"), *SITE.glob("genindex.html")])
    if not found:
        missing("the book is not built; `make book` builds it")
    return found


def pytest_configure(config) -> None:
    """Start the kernels of notebooks warm; who runs none need not have Jupyter."""
    if config.getoption("nbval_lax", False):
        import warm_kernels  # beside the chapters

        warm_kernels.use()


def pytest_addoption(parser) -> None:
    """Let a trial choose what it tries."""
    parser.addoption("--library", action="store_true", help="try the library only")


def pytest_ignore_collect(collection_path, config) -> bool | None:
    """Leave out, with --library, what needs more than the library and is not named."""
    name = collection_path.name.removeprefix("test_")
    named = collection_path in [config.invocation_params.dir / argument for argument in config.args]
    others = config.getoption("--library") and name.startswith(NOT_OF_THE_LIBRARY)
    return True if others and not named and collection_path.suffix == ".py" else None


def pytest_terminal_summary(terminalreporter) -> None:
    """Print the scores that tests have recorded."""
    recorded = [
        pair
        for report in terminalreporter.stats.get("passed", [])
        for pair in report.user_properties
    ]
    if scores := sorted(value for name, value in recorded if name == "score"):
        terminalreporter.section("scores of the problem sets")
        for score in scores:
            terminalreporter.line(score)
    if mutants := [value for name, value in recorded if name == "mutants"]:
        caught, same = map(sum, zip(*mutants, strict=True))
        terminalreporter.section("mutants of the equations")
        terminalreporter.line(
            f"{caught} caught in {len(mutants)} statements, {same} more say the same in other words"
        )

"""Shared settings of the tests."""

import os

from needs import ask_for_the_version_of_gradebooks_once  # noqa: F401  a fixture

# scikit-learn reads this once, at import; without it one of its checks is skipped.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

# Tests of the book, the exercises and what runs in a browser; others are the library's.
NOT_OF_THE_LIBRARY = (
    "answers", "benchmarks", "book", "browser", "build", "claims", "exercises", "forest_explorer",
    "make", "players", "site", "tests",
)  # fmt: skip


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

"""What tests have recorded, at the end."""


def pytest_terminal_summary(terminalreporter) -> None:
    """Print scores and counts of mutants."""
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

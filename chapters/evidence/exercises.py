"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

from chapters.machine.execution.checks import glue


def all_points(sources, CHAPTERS, points):
    assert set(sources) == set(CHAPTERS)
    everything = [cell for cells in sources.values() for cell in cells]
    for kind in ("-check", "-hidden", "-answer", ""):
        glue(f"points{kind}", f"{points(everything, kind):g}")
    assert points(everything, "") == sum(
        points(everything, kind) for kind in ("-check", "-hidden", "-answer")
    )


def message(message):
    head, *rest = message.splitlines()
    assert head.startswith("committee.vote: ")
    assert "you return 0, which is no class" in head
    assert any(line.startswith("  votes = ") for line in rest)

"""What the page says of the comparison: see chapters/machine/execution/checks.py."""

from collections import Counter

from chapters.machine.execution.checks import glue


def record(courses, total):
    cells = sum((total(course, "solution") for course in courses), Counter())
    nothing = sum((total(course, "nothing") for course in courses), Counter())
    assert not cells["lower"] + cells["higher"] + nothing["lower"] + nothing["higher"]
    glue("agreement-equal", cells["equal"])
    glue("agreement-cells", cells.total())
    glue("agreement-share", f"{100 * cells['equal'] / cells.total():.1f}%")
    glue("agreement-referred", cells["referred"])
    glue("agreement-lower", cells["lower"])
    glue("agreement-higher", cells["higher"])
    left = [book.get("left_out", {}) for c in courses for book in c["notebooks"].values()]
    glue("agreement-left-out", sum(map(len, left)))


def untuned(others):
    cells = others["solution"]
    total = sum(cells.values())
    assert sum(others["referred"].values()) == cells["referred"]
    assert cells["equal"] / total < 1
    for name in ("courses", "notebooks"):
        glue(f"untuned-{name}", others[name])
    for name in ("date", "commit"):
        glue(f"untuned-{name}", others["measured"][name])
    for name in ("equal", "referred", "lower", "higher"):
        glue(f"untuned-{name}", cells[name])
    glue("untuned-cells", total)
    glue("untuned-share", f"{100 * cells['equal'] / total:.1f}%")
    glue("untuned-nothing-higher", others["nothing"]["higher"])
    glue("untuned-why-higher", others["higher"])
    glue("untuned-left-out", others["left_out"])

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue


def one_node(taken, same, sizes):
    assert len(same) == 3
    assert all(same)
    glue("n-anew", f"{sizes[2]:,}")
    ratio = taken["definition"][2] / taken["sort and scan"][2]
    glue("anew-to-sweep", f"{ratio:,.0f}")
    glue("n-most", f"{sizes[-1]:,}")
    ratio = taken["sort and scan"][-1] / taken["histogram of 256 codes"][-1]
    glue("sweep-to-count", f"{ratio:.0f}")


def siblings(touched, label, tree):
    for depth, (every, smaller) in touched.items():
        glue(f"all-{depth}", f"{every:,}")
        glue(f"smaller-{depth}", f"{smaller:,}")
        glue(f"saved-{depth}", f"{1 - smaller / every:.0%}")
    glue("n-letters", f"{len(label):,}")
    glue("full-depth", int(tree.depth))


def orders_of_addition(floats, exact, left_over, on_grid, g, unit):
    moved = np.abs(on_grid - g).max()
    assert moved <= unit / 2
    assert len(floats) > 1 == len(exact)
    assert left_over > 0
    glue("n-floats", len(floats))
    glue("n-exact", len(exact))
    glue("left-over", f"{left_over:.0e}")
    glue("moved", f"{moved:.0e}")


def growers_agree(trees, times):
    for (_, n), tree in trees.items():
        other = trees["vectorised", n]
        for name in ("feature", "threshold", "left", "value", "gain"):
            assert np.array_equal(getattr(tree, name), getattr(other, name))
    ratio = times["recursive", 300] / times["vectorised", 300]
    glue("recursive-to-vectorised", f"{ratio:.0f}")


def layouts(layout, by_columns, by_rows):
    for a, b in zip(by_columns(), by_rows(), strict=True):
        assert np.array_equal(a, b)
    ratio = layout["by observation"] / layout["by feature"]
    glue("layout-ratio", f"{ratio:.1f}")


def ranks(sketch, kept, error, n):
    seen = np.abs(error).max()
    assert seen <= sketch.rank_error
    glue("sketch-n", f"{n:,}")
    glue("sketch-kept", f"{len(kept):,}")
    glue("sketch-bound", f"{sketch.rank_error:.0f}")
    glue("sketch-seen", int(seen))
    glue("sketch-share", f"{sketch.rank_error / n:.1%}")


def blocks_and_memory(apart, X):
    assert apart == 0
    glue("apart", f"{apart:g}")
    glue("block-rows", f"{len(X):,}")

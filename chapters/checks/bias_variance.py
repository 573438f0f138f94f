"""What the chapter says of its cells: see `checks`."""

import numpy as np
from ensemblelab.committees import committee_error

from checks import glue


def three_sets(parts):
    assert np.isclose(parts.error, 29 / 3)
    assert np.isclose(parts.bias_squared, 1)
    assert np.isclose(parts.variance, 26 / 3)


def curves(curves, split):
    stump, tree, bagged = split.values()
    assert stump.bias_squared > stump.variance
    assert tree.variance > 4 * tree.bias_squared
    assert bagged.variance < tree.variance
    glue("n-sets", len(curves["a stump"]))
    glue("tree-variance", f"{tree.variance:.3f}")
    glue("bagged-variance", f"{bagged.variance:.3f}")
    glue("bagged-bias", f"{bagged.bias_squared:.3f}")


def five_sets(found):
    parts = [(kw.bias_squared, kw.variance, d.bias, d.variance) for kw, d in found.values()]
    assert np.allclose(parts, [(0.16, 0.24, 0, 0.4), (0.36, 0.24, 1, 0.4)])


def six_learners(ten):
    for name, after, before in (
        ("bag-variance", "bagged_trees_kw_variance", "tree_kw_variance"),
        ("bag-bias", "bagged_trees_kw_bias", "tree_kw_bias"),
        ("nn-variance", "bagged_neighbours_kw_variance", "neighbour_kw_variance"),
        ("nn-bias", "bagged_neighbours_kw_bias", "neighbour_kw_bias"),
        ("boost-gap", "boosted_trees_error", "bagged_trees_error"),
    ):
        glue(name, ten.difference_text("threenorm", after, before))
    for part in ("error", "kw_bias", "kw_variance"):
        gap, error = ten.difference("threenorm", f"bagged_neighbours_{part}", f"neighbour_{part}")
        assert abs(gap) < 2 * error
    glue("boost-error", ten.text("threenorm", "boosted_trees_error"))
    vote = 1 - committee_error(25, 0.4)
    glue("vote-of-25", f"{vote:.2f}")
    glue("vote-bias", f"{(1 - vote) ** 2:.2f}")

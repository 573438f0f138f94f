"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab.committees import committee_error


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


def dials(depths, neighbours, by_depth, by_k):
    for name in ("bias_squared", "variance"):
        for depth, parts in zip(depths[:2], by_depth, strict=False):
            key = name.removesuffix("_squared")
            glue(f"depth-{key}-{depth}", f"{getattr(parts, name):.3f}")
    best, best_k = (int(np.argmin([p.error for p in parts])) for parts in (by_depth, by_k))
    glue("best-depth", depths[best])
    glue("best-depth-error", f"{by_depth[best].error:.3f}")
    glue("best-k", neighbours[best_k])
    glue("best-k-error", f"{by_k[best_k].error:.3f}")
    glue("k-variance-1", f"{by_k[0].variance:.3f}")
    # What the text says of the figure.
    assert 0 < best < len(depths) - 1
    assert 0 < best_k < len(neighbours) - 1
    assert by_depth[1].bias_squared < by_depth[0].bias_squared
    assert by_depth[-1].variance > by_depth[best].variance > 5 * by_depth[-1].bias_squared
    assert max(p.bias_squared for p in by_depth[best:]) < 0.1 * by_depth[0].bias_squared
    assert by_k[0].variance > 0.16
    assert neighbours[5] == 12
    assert np.all(np.diff([p.variance for p in by_k[:6]]) < 0)
    assert by_k[-1].variance > by_k[5].variance
    assert by_k[-1].bias_squared > by_k[0].bias_squared


def one_data_set(fresh, variance, bias):
    gap = fresh.variance - variance
    glue("missing-variance", f"{gap.mean():.3f}")
    glue("fresh-variance", f"{fresh.variance:.3f}")
    glue("within-bias", f"{bias.mean():.3f}")
    glue("fresh-bias", f"{fresh.bias_squared:.3f}")
    error = np.std(gap, ddof=1) / np.sqrt(len(gap))
    assert gap.mean() > 0.2 * fresh.variance
    assert gap.mean() > 4 * error
    more = bias - fresh.bias_squared
    assert more.mean() > 4 * np.std(more, ddof=1) / np.sqrt(len(more))
    assert abs(np.mean(bias + variance) - fresh.error) < 0.2 * fresh.error


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

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab.committees import committee_error
from ensemblelab.diagnostics import (
    bias_variance_squared,
    error_correlation,
    training_set_predictions,
)
from ensemblelab.teaching.records import mean_and_error
from sklearn.neighbors import KNeighborsRegressor


def three_sets(parts):
    assert np.isclose(parts.error, 29 / 3)
    assert np.isclose(parts.variance, 13)
    assert np.isclose(parts.bias_squared, 1 - 13 / 3)


def _in_thirties(f, truth):
    """Give squared bias and variance of each thirty of the training sets: two columns."""
    blocks = [f[start : start + 30] for start in range(0, len(f), 30)]
    parts = [bias_variance_squared(block, truth) for block in blocks]
    return np.array([(found.bias_squared, found.variance) for found in parts])


def curves(curves, split, truth):
    stump, tree, bagged = split.values()
    of_stump, of_tree, of_bagged = (_in_thirties(f, truth) for f in curves.values())
    gap, gap_error = mean_and_error(of_stump[:, 0] - of_stump[:, 1])
    assert gap > 3 * gap_error
    assert stump.bias_squared > stump.variance
    assert tree.variance > 50 * tree.bias_squared
    assert bagged.variance < tree.variance
    glue("n-sets", len(curves["a stump"]))
    glue("stump-share", f"{stump.bias_squared / stump.error:.0%}")
    glue("gap", f"{stump.bias_squared - stump.variance:.3f}")
    glue("gap-error", f"{gap_error:.3f}")
    glue("gap-error-30", f"{gap_error * np.sqrt(len(of_stump)):.3f}")
    assert gap_error * np.sqrt(len(of_stump)) > gap / 2
    plug_in = (of_tree[:, 0] + of_tree[:, 1] / 30).mean()
    assert plug_in - of_tree[:, 0].mean() > plug_in / 2
    glue("plug-in-30", f"{plug_in:.4f}")
    change, error = mean_and_error(of_bagged[:, 0] - of_tree[:, 0])
    assert change > 2 * error
    glue("bagged-bias-change", f"{change:+.4f} ± {error:.4f}")
    for name, parts in (("tree", tree), ("bagged", bagged)):
        glue(f"{name}-variance", f"{parts.variance:.3f}")
        glue(f"{name}-bias", f"{parts.bias_squared:.4f}")


def two_ways(two_ways, curves, truth):
    constant, _, tree, _ = two_ways.values()
    for over_points, over_points_too, bias, variance in two_ways.values():
        assert np.isclose(over_points + over_points_too, bias + variance)
        assert over_points < 0.1 * over_points_too
    assert constant[2] > 10 * constant[3]
    assert tree[3] > 10 * tree[2]
    rho = {
        name: error_correlation(curves[f"a {name}"], truth).correlation
        for name in ("stump", "fully grown tree")
    }
    assert rho["stump"] > 0.5 > rho["fully grown tree"]
    glue("rho-stumps", f"{rho['stump']:.2f}")
    glue("rho-trees", f"{rho['fully grown tree']:.2f}")
    # The answer of the quiz.
    rng = np.random.default_rng(0)
    place = np.linspace(0, 1, len(truth))
    lines = []
    for _ in range(25 * 40):
        at = rng.random(400)
        line = np.polynomial.Polynomial.fit(at, np.sin(2 * np.pi * at) + rng.normal(0, 0.4, 400), 1)
        lines.append(line(place))
    assert error_correlation(lines[:25], truth).correlation > 0.9
    of_two = np.reshape(lines, (500, 2, -1)) - np.reshape(lines, (500, 2, -1)).mean(axis=0)
    over_sets = (of_two[:, 0] * of_two[:, 1]).mean(axis=0) / (of_two**2).mean(axis=(0, 1))
    assert abs(over_sets.mean()) < 0.1


def dials(depths, neighbours, by_depth, by_k, x, y, place):
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
    # The rise beyond twelve is small: it takes a thousand training sets to see it.
    twelve, thirty = (_squares(KNeighborsRegressor(k), x, y, place) for k in (12, 30))
    rise, rise_error = mean_and_error(thirty - twelve)
    glue("k-variance-rise", f"{rise:.3f} ± {rise_error:.3f}")
    assert rise > 2 * rise_error
    assert by_k[-1].bias_squared > by_k[0].bias_squared


def _squares(learner, x, y, place, n_sets=1000):
    """Return each training set's mean square around the mean of all."""
    f = training_set_predictions(learner, x, y, place, n_sets=n_sets, size=40, random_state=1)
    return ((f - f.mean(axis=0)) ** 2).mean(axis=1)


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
    assert np.allclose(parts, [(0.10, 0.30, 0, 0.4), (0.30, 0.30, 1, 0.4)])
    glue("three-say-a", f"{committee_error(3, 0.4):.3f}")


def six_learners(ten):
    gaps = {
        name: ten.difference("threenorm", after, before)
        for name, after, before in (
            ("bag-variance", "bagged_trees_kw_variance", "tree_kw_variance"),
            ("bag-bias", "bagged_trees_kw_bias", "tree_kw_bias"),
            ("nn-variance", "bagged_neighbours_kw_variance", "neighbour_kw_variance"),
            ("nn-bias", "bagged_neighbours_kw_bias", "neighbour_kw_bias"),
            ("boost-variance", "boosted_trees_kw_variance", "depth_3_kw_variance"),
            ("boost-bias", "boosted_trees_kw_bias", "depth_3_kw_bias"),
            ("vote-variance-3", "bagged_depth_3_kw_variance", "depth_3_kw_variance"),
            ("vote-bias-3", "bagged_depth_3_kw_bias", "depth_3_kw_bias"),
            ("sequence-variance", "boosted_trees_kw_variance", "bagged_depth_3_kw_variance"),
            ("sequence-bias", "boosted_trees_kw_bias", "bagged_depth_3_kw_bias"),
            ("both-variance", "boosted_trees_kw_variance", "bagged_trees_kw_variance"),
            ("both-bias", "boosted_trees_kw_bias", "bagged_trees_kw_bias"),
            ("boost-gap", "boosted_trees_error", "bagged_trees_error"),
        )
    }
    for name, (gap, error) in gaps.items():
        glue(name, f"{gap:+.1f} ± {error:.1f}".replace("-", "−"))
    farthest = max(abs(gaps[n][0]) + 2 * gaps[n][1] for n in ("nn-variance", "nn-bias"))
    assert farthest < 1.5
    glue("nn-most", f"{np.ceil(10 * farthest) / 10:.1f}")
    for lowered in ("bag-variance", "bag-bias", "boost-variance", "boost-bias", "both-variance"):
        assert gaps[lowered][0] < -4 * gaps[lowered][1], lowered
    assert abs(gaps["both-bias"][0]) + 2 * gaps["both-bias"][1] < 1
    assert gaps["both-variance"][0] < 0.5 * gaps["boost-gap"][0]
    glue("boost-error", ten.text("threenorm", "boosted_trees_error"))
    glue("bag-error", ten.text("threenorm", "bagged_trees_error"))
    vote = 1 - committee_error(25, 0.4)
    glue("vote-of-25", f"{vote:.2f}")
    glue("vote-bias", f"{(1 - vote) ** 2:.2f}")

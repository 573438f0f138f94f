"""Two ideas of LightGBM's against lightgbm itself: leaf-wise growth, and one-side sampling."""

import lightgbm
import numpy as np
import pytest
from ensemblelab import GradientBoostingRegressor
from ensemblelab.sampling import one_side_sample

# Nothing but the textbook: no shrunken leaves, no smallest leaf, a bin for each value.
PLAIN = {
    "min_child_samples": 1,
    "min_child_weight": 0.0,
    "min_split_gain": 0.0,
    "reg_lambda": 0.0,
    "max_bin": 1000,
    "min_data_in_bin": 1,
    "n_jobs": 1,
    "verbose": -1,
    "deterministic": True,
    "force_col_wise": True,
    "subsample_for_bin": 10_000,
}


@pytest.mark.parametrize("leaves", [2, 5, 12])
def test_trees_grown_leaf_by_leaf_are_theirs(leaves):
    rng = np.random.default_rng(leaves)
    X = rng.normal(size=(300, 4))
    y = X[:, 0] * X[:, 1] + np.abs(X[:, 2]) + rng.normal(0, 0.2, 300)
    theirs = lightgbm.LGBMRegressor(
        n_estimators=10, learning_rate=0.5, num_leaves=leaves, max_depth=-1, **PLAIN
    ).fit(X, y)
    ours = GradientBoostingRegressor(
        n_estimators=10, learning_rate=0.5, max_leaf_nodes=leaves, max_depth=None
    ).fit(X, y)
    # Their gradients are float32. Thresholds are halfway between values of the node here, of all
    # rows there, so the rows learned from are what can be compared.
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-5)
    grown = theirs.booster_.trees_to_dataframe().groupby("tree_index").node_depth.max()
    # Leaf by leaf: deeper than a tree of as many leaves grown level by level.
    assert grown.max() > np.ceil(np.log2(leaves)) + 1 or leaves == 2


def test_one_side_samples_vary_as_theirs():
    """One split that never changes: the sums in its leaves show what was drawn and its weight."""
    rng = np.random.default_rng(0)
    n, top, other = 200, 40, 20
    X = (np.arange(n) % 2)[:, None].astype(float)
    y = 3 * X[:, 0] + rng.normal(0, 1, n) ** 3
    settings = PLAIN | {
        "objective": "regression",
        "num_leaves": 2,
        "learning_rate": 1.0,
        "data_sample_strategy": "goss",
        "top_rate": top / n,
        "other_rate": other / n,
        "boost_from_average": False,
    }

    def leaves(seed):
        data = lightgbm.Dataset(X, y)
        # The first 1 / learning_rate rounds look at all rows: the second tree is the first to draw.
        model = lightgbm.train(settings | {"bagging_seed": seed}, data, num_boost_round=2)
        return model.predict(X[:2], start_iteration=1, num_iteration=1)

    theirs = np.array([leaves(seed) for seed in range(100)])
    residual = y - np.where(X[:, 0] == 1, y[X[:, 0] == 1].mean(), y[X[:, 0] == 0].mean())

    def ours():
        rows, w = one_side_sample(residual, top, other, rng)
        side = X[rows, 0] == np.array([[0], [1]])
        return (side * w * residual[rows]).sum(axis=1) / (side * w).sum(axis=1)

    mine = np.array([ours() for _ in range(3000)])
    error = mine.std(axis=0) * np.sqrt(1 / len(theirs) + 1 / len(mine))
    assert np.all(np.abs(theirs.mean(axis=0) - mine.mean(axis=0)) < 4 * error)
    # Of 100 draws a standard deviation is known to 1 / sqrt(200), 7 %; four of these.
    np.testing.assert_allclose(theirs.std(axis=0), mine.std(axis=0), rtol=0.28)

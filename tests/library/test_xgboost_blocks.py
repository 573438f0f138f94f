"""XGBoost from blocks of rows: the trees of memory, what is wrong in words, nothing left behind."""

import importlib.util
import itertools
import tempfile

import numpy as np
import pytest
from ensemblelab import XGBClassifier, XGBRegressor
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.blocks import StoredBins

GROWERS = ["vectorised"] + ["compiled"] * bool(importlib.util.find_spec("numba"))


def rows(n=400, seed=0):
    """Rows with missing values, a column of few values, three classes, and weights, some zero."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    X[:, 1] = rng.integers(0, 5, n)
    score = X[:, 0] + (X[:, 1] > 2) * X[:, 2]
    X[rng.random(X.shape) < 0.1] = np.nan
    return X, score, np.digitize(score, [-0.5, 0.5]), rng.integers(0, 3, n) * 0.7


def cut(size, *arrays):
    """Return the arrays block by block, once."""
    return (tuple(a[i : i + size] for a in arrays) for i in range(0, len(arrays[0]), size))


def assert_same(one, other):
    assert one.init_ == pytest.approx(other.init_, abs=0)
    for a, b in zip(one.estimators_, other.estimators_, strict=True):
        for s, t in zip(a, b, strict=True):
            for name, expected in vars(t).items():
                np.testing.assert_array_equal(getattr(s, name), expected, err_msg=name)


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """Where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("grower", GROWERS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("task", "subsample"), [("number", 1), ("two", 0.6), ("three", 0.6)])
def test_trees_are_those_of_memory(grower, weighted, task, subsample, scratch, monkeypatch):
    monkeypatch.setenv("ENSEMBLELAB_GROWER", grower)
    X, score, label, weight = rows()
    y = {"number": score, "two": label > 0, "three": np.array(["a", "b", "cc"])[label]}[task]
    options = {"n_estimators": 3, "max_depth": 4, "max_bin": 16, "subsample": subsample}
    options |= {"colsample_bynode": 0.6, "random_state": 0}
    kind = XGBRegressor if task == "number" else XGBClassifier
    given = (X, y, weight) if weighted else (X, y)
    same = kind(**options).fit(*given)  # 400 rows: the sketch is exact
    for size, monkey_rows in itertools.product((1, 37, 400), (50, 1000)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ensemblelab.trees.blocks.BLOCK", monkey_rows * X.shape[1])
            model = kind(**options).fit(cut(size, *given))
        assert_same(model, same)
        np.testing.assert_array_equal(model.predict(X), same.predict(X))
    assert not list(scratch.iterdir())


@pytest.mark.parametrize("grower", GROWERS)
def test_given_the_cuts_of_a_sketch_the_trees_are_those_of_memory(grower, monkeypatch, tmp_path):
    monkeypatch.setenv("ENSEMBLELAB_GROWER", grower)
    X, y, *_ = rows(3000)
    X = X.astype(np.float32)
    monkeypatch.setattr("ensemblelab.trees.blocks.SKETCH", 2)
    monkeypatch.setattr("ensemblelab.trees.blocks.BLOCK", 500 * 4)
    bins = StoredBins.fit(((X, None) for (X,) in cut(700, X)), tmp_path, 16)
    exact = Bins.fit(X, 16, allow_missing=True)
    assert any(np.any(a != b) for a, b in zip(bins.lower, exact.lower, strict=True))
    options = {"n_estimators": 3, "max_bin": 16}
    model = XGBRegressor(**options).fit(cut(700, X, y))
    monkeypatch.setattr(Bins, "fit", lambda *_, **__: bins.in_memory())
    assert_same(model, XGBRegressor(**options).fit(X, y))


def test_a_list_of_blocks_is_read_too():
    X, y, *_ = rows(100)
    blocks = list(cut(30, X, y))
    assert_same(XGBRegressor(n_estimators=2).fit(blocks), XGBRegressor(n_estimators=2).fit(X, y))


def test_weights_too_small_for_the_grid_are_no_error():
    X, y, *_ = rows(100)
    weight = np.where(np.arange(100) < 3, 1e-30, 1.0)
    same = XGBRegressor(n_estimators=2).fit(X, y, weight)
    assert_same(XGBRegressor(n_estimators=2).fit(cut(30, X, y, weight)), same)


def test_a_number_may_stand_for_missing_values():
    X, y, *_ = rows(100)
    filled = np.where(np.isnan(X), -9, X)
    model = XGBRegressor(n_estimators=2, missing=-9).fit(cut(30, filled, y))
    assert_same(model, XGBRegressor(n_estimators=2).fit(X, y))


def bad(**changes):
    """Blocks of which the second is wrong."""
    X, y, _, weight = rows(20)
    X[0, 0] = 1.0
    good = {"X": X, "y": y, "weight": weight}
    return [tuple(good.values()), tuple(v for v in (good | changes).values() if v is not None)]


WIDE, INFINITE = np.ones((20, 5)), np.full((20, 4), np.inf)
WRONG = {
    "width": (bad(X=WIDE), "block 1: X has 5 features, but XGBRegressor is expecting 4"),
    "infinity": (bad(X=INFINITE), "block 1: Input X contains infinity"),
    "no rows": (bad(X=np.empty((0, 4)), y=[], weight=[]), "block 1: Found array with 0 sample"),
    "words": (bad(y=np.array(["a"] * 20)), "block 1: "),
    "lengths": (bad(y=np.ones(19)), "block 1: .*20, 19"),
    "lengths of weights": (bad(weight=np.ones(19)), r"block 1: sample_weight .* \(19,\)"),
    "weights": (bad(weight=None), "block 1: either all blocks have a sample_weight, or none"),
    "negative": (bad(weight=-np.ones(20)), "sample_weight holds a negative number"),
    "no tuple": ([bad()[0], np.ones((20, 4))], "block 1: it is of type ndarray"),
    "four": ([bad()[0], (1, 2, 3, 4)], "block 1: .* must be a tuple"),
    "nothing": (iter(()), "X gives no block"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said(what, scratch):
    blocks, words = WRONG[what]
    with pytest.raises(ValueError, match=words):
        XGBRegressor().fit(iter(blocks))
    assert not list(scratch.iterdir())


def test_labels_of_two_kinds_are_an_error():
    X, _, label, _ = rows(20)
    with pytest.raises(ValueError, match="block 1: y is of type <U3, that of block 0 of type int"):
        XGBClassifier().fit(iter([(X, label), (X, np.array(["abc"] * 20))]))


def test_an_error_of_the_iterator_itself_is_passed_on(scratch):
    def broken():
        yield rows(20)[:2]
        raise ValueError("the file ends here")

    with pytest.raises(ValueError, match="^the file ends here"):
        XGBRegressor().fit(broken())
    assert not list(scratch.iterdir())


def test_an_error_while_boosting_leaves_nothing_behind(scratch):
    def objective(y, f):
        assert list(scratch.iterdir())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        XGBRegressor(objective=objective).fit(cut(10, *rows(20)[:2]))
    assert not list(scratch.iterdir())


def test_values_stay_on_disk_only_where_rows_are_left_out(scratch):
    seen = []

    def objective(y, f):
        seen.append(sorted(path.name for path in next(scratch.iterdir()).iterdir()))
        return f - y, np.ones_like(f)

    for subsample in (1.0, 0.5):
        model = XGBRegressor(objective=objective, subsample=subsample, n_estimators=1)
        model.fit(cut(10, *rows(40)[:2]))
    assert seen == [["codes"], ["codes", "values"]]


def test_what_is_not_for_blocks_is_said():
    X, y, _, weight = rows(20)
    with pytest.raises(ValueError, match="tree_method='exact' is not for blocks"):
        XGBRegressor(tree_method="exact").fit(cut(10, X, y))
    with pytest.raises(ValueError, match="sample_weight comes in the blocks"):
        XGBRegressor().fit(cut(10, X, y), sample_weight=weight)
    with pytest.raises(ValueError, match="requires y"):
        XGBRegressor().fit(X)

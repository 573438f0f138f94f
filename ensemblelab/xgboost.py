"""XGBoost: boosting by Newton steps, with a penalty on leaves and their weights.

minimize sum_i L(y_i, f(x_i)) + sum_m Omega(F_m)                        (7)
    Omega(F) = gamma J + lambda/2 sum_j w_j^2 for a tree with J leaves  (8)

f_0(x) = the constant given by base_score
for m = 1 .. M:
    g_i = dL(y_i, f)/df,  h_i = d2L(y_i, f)/df2  at f = f_{m-1}(x_i)
    grow a tree: split where the objective (9), expanded to second order, falls most:
        gain = 1/2 [G_L^2/(H_L + lambda) + G_R^2/(H_R + lambda) - G^2/(H + lambda)] - gamma  (10)
        tree_method="hist": do not split a node whose best gain is negative
    tree_method="exact": prune, from the bottom up, splits whose gain is negative
    w_j = -G_j/(H_j + lambda) in leaf j,  with G_j, H_j the sums of its g_i, h_i
    f_m(x) = f_{m-1}(x) + eta w_{leaf of x}                         eta is the learning rate
output f_M

Numbers have the types of the library xgboost, so that the trees agree with its trees: X, f, g, h,
and leaf weights are float32, sums of g and h are float64.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral, Real
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logit
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import check_is_fitted

from ensemblelab._blocks import Blocks, are_blocks, store
from ensemblelab._sklearn import (
    Interval,
    StrOptions,
    check_sample_weight,
    fit_context,
    validate_data,
)
from ensemblelab.boosting import (
    Boosted,
    BoostedClassifier,
    BoostedRegressor,
    GradientStatistics,
    Observations,
    Watch,
)
from ensemblelab.bootstrap import Seed, generator
from ensemblelab.losses import LogisticLoss, MultinomialLoss, SquaredLoss
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.blocks import StoredBins
from ensemblelab.trees.criterion import newton
from ensemblelab.trees.growth import grow
from ensemblelab.trees.pruning import worthless
from ensemblelab.trees.tree import Tree

__all__ = ["XGBClassifier", "XGBRegressor"]

EPSILON = 1e-6  # xgboost splits for more than this: below it a gain is rounding
LARGEST = float(np.finfo(np.float32).max) / 2  # of y and f_0, whose difference is kept in float32
SHARE = [Interval(Real, 0.0, 1.0, closed="right")]


# Takes y and f, gives g and h.
Objective = Callable[[np.ndarray, np.ndarray], tuple[ArrayLike, ArrayLike]]
Floats32 = NDArray[np.float32]
EvaluationSet = Sequence[tuple[ArrayLike, ArrayLike]]


class _XGBoost(Boosted):
    """What both tasks share: the algorithm."""

    _parameter_constraints = {
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "learning_rate": [Interval(Real, 0.0, None, closed="neither")],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "reg_lambda": [Interval(Real, 0.0, None, closed="left")],
        "gamma": [Interval(Real, 0.0, None, closed="left")],
        "min_child_weight": [Interval(Real, 0.0, None, closed="left")],
        "tree_method": [StrOptions({"exact", "hist"})],
        "max_bin": [Interval(Integral, 2, None, closed="left")],
        "subsample": SHARE,
        "colsample_bytree": SHARE,
        "colsample_bylevel": SHARE,
        "colsample_bynode": SHARE,
        "base_score": [Interval(Real, -LARGEST, LARGEST, closed="both"), None],
        "early_stopping_rounds": [Interval(Integral, 1, None, closed="left"), None],
        "missing": [Real],
        "importance_type": [
            StrOptions({"gain", "weight", "cover", "total_gain", "total_cover"}),
        ],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        *,
        objective: str | Objective | None = None,
        n_estimators: int = 100,
        learning_rate: float = 0.3,
        max_depth: int | None = 6,
        reg_lambda: float = 1.0,
        gamma: float = 0.0,
        min_child_weight: float = 1.0,
        base_score: float | None = None,
        tree_method: str = "hist",
        max_bin: int = 256,
        subsample: float = 1.0,
        colsample_bytree: float = 1.0,
        colsample_bylevel: float = 1.0,
        colsample_bynode: float = 1.0,
        early_stopping_rounds: int | None = None,
        missing: float = np.nan,
        importance_type: str = "gain",
        random_state: Seed = None,
    ) -> None:
        self.objective = objective
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.reg_lambda = reg_lambda
        self.gamma = gamma
        self.min_child_weight = min_child_weight
        self.base_score = base_score
        self.tree_method = tree_method
        self.max_bin = max_bin
        self.subsample = subsample
        self.colsample_bytree = colsample_bytree
        self.colsample_bylevel = colsample_bylevel
        self.colsample_bynode = colsample_bynode
        self.early_stopping_rounds = early_stopping_rounds
        self.missing = missing
        self.importance_type = importance_type
        self.random_state = random_state

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """Choose the loss; give the numbers that it knows the answers as."""
        raise NotImplementedError

    def _constant(self, y: np.ndarray, weight: np.ndarray) -> float | NDArray[np.float64]:
        """Return what `base_score` means for f_0."""
        raise NotImplementedError

    # ------------------------------------------------------------------ the algorithm

    def _draw_rows(
        self, weight: NDArray[np.float64], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        if self.subsample == 1:
            return weight
        return np.where(rng.random(len(weight)) < self.subsample, weight, 0)

    def _derivatives(
        self, y: np.ndarray, f: np.ndarray, weight: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return g and h of each observation, in float32."""
        if callable(self.objective):
            given = self.objective(y, f)
            try:
                g, h = (np.asarray(a, dtype=np.float32) for a in given)
            except (TypeError, ValueError):
                raise ValueError(
                    f"objective gave {reprlib.repr(given)}; it must give two arrays, g and h"
                ) from None
            if g.shape != f.shape or h.shape != f.shape:
                raise ValueError(
                    f"objective gave g and h of shapes {g.shape} and {h.shape}; "
                    f"both must be {f.shape}, the shape of the predictions it was given"
                )
            assert_all_finite(g, input_name="g of objective")
            assert_all_finite(h, input_name="h of objective")
        else:
            gradient, hessian = self._loss.derivatives(y, f.astype(float))
            g, h = gradient.astype(np.float32), hessian.astype(np.float32)
            np.maximum(h, np.float32(1e-16), out=h)
            if isinstance(self._loss, MultinomialLoss):
                h *= 2  # the library's bound on the full Hessian: Newton steps half as long
        return g, h

    def _grow(
        self,
        rows: Observations,
        bins: Bins | StoredBins,
        statistics: GradientStatistics,
        rng: np.random.Generator,
    ) -> tuple[Tree, np.ndarray]:
        """Grow F_m, and prune it."""
        exact = self.tree_method == "exact"
        price = self.gamma / 2  # the library compares gamma with [...] of (10) without its 1/2
        worth = EPSILON / 2 if exact else max(EPSILON / 2, np.nextafter(price, -np.inf))
        (tree,), (leaf,) = grow(
            bins,
            -statistics.g,
            statistics.h,
            criterion=newton(self.reg_lambda),
            weights=None if np.all(statistics.weight == 1) else statistics.weight[None],
            max_depth=self.max_depth,
            min_child_weight=self.min_child_weight,
            min_gain=worth,  # a gain equal to the price is enough
            rng=rng,
            **self._columns(bins.shape[0], rng),
            strict=True,
            highest_ties=exact,
        )
        if exact:  # with "hist" no split is worthless: it was not made
            tree, where = tree.prune(worthless(tree, price))
            leaf = np.where(leaf < 0, -1, where.astype(leaf.dtype)[leaf])
        w = np.where(tree.H[:, None] < self.min_child_weight, 0, tree.value)  # a root can be
        tree.value = w.astype(np.float32) * np.float32(self.learning_rate)
        return tree, rows.leaves(tree, leaf)

    def _columns(self, d: int, rng: np.random.Generator) -> dict[str, Any]:
        """Draw the tree's features; tell how many of these are for a level, and for a node."""
        of_tree = max(1, int(self.colsample_bytree * d))
        of_level = max(1, int(self.colsample_bylevel * of_tree))
        features = np.sort(rng.choice(d, of_tree, replace=False)) if of_tree < d else None
        return {
            "features": features,
            "per_level": of_level,
            "per_node": max(1, int(self.colsample_bynode * of_level)),
        }

    # ------------------------------------------------------------------ around it

    @fit_context(prefer_skip_nested_validation=True)
    def fit(
        self,
        X: ArrayLike | Blocks,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        eval_set: EvaluationSet | None = None,
        verbose: bool | int = False,
    ) -> Self:
        """Fit the trees round by round, each to the gradient statistics of the loss.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features), or iterable of blocks of observations
            A block is a tuple (X, y) or (X, y, sample_weight). It is read once, and need not
            fit into memory: see Notes.
        y : array-like of shape (n_samples,)
            Not given with blocks, which hold it; neither is `sample_weight`.
        sample_weight : array-like of shape (n_samples,), optional
        eval_set : list of pairs (X, y), optional
            Data on which the model is evaluated after each round.
        verbose : bool or int, default=False
            Print the scores and the remaining time after each so many rounds.

        Returns
        -------
        self
        """
        if not isinstance(verbose, Integral) or verbose < 0:
            raise ValueError(f"verbose={verbose!r} must be a bool or an integer, at least 0")
        eval_set = self._check_eval_set(eval_set)
        self._missing = self.missing  # what is predicted goes by what was fitted
        if are_blocks(X, y):
            return self._fit_blocks(X, sample_weight, eval_set, verbose)
        X, y = self._validate_pair(X, y, reset=True)
        weight = _check_scale(check_sample_weight(sample_weight, X))
        max_bins = self.max_bin if self.tree_method == "hist" else None
        # once: every round splits them
        bins = Bins.fit(X, max_bins, allow_missing=True, weight=weight)
        return self._fit_rows(Observations(X, y, weight), bins, eval_set, verbose)

    def _fit_blocks(
        self,
        blocks: Blocks,
        sample_weight: ArrayLike | None,
        eval_set: EvaluationSet,
        verbose: int,
    ) -> Self:
        """Boost, with values and codes of the data in a folder that is removed at the end."""
        if self.tree_method != "hist":
            raise ValueError(f"tree_method={self.tree_method!r} is not for blocks; 'hist' is")
        if sample_weight is not None:
            raise ValueError("sample_weight comes in the blocks, as (X, y, sample_weight)")
        with TemporaryDirectory(prefix="ensemblelab-") as folder:
            bins, y, weight = store(blocks, self._validate_pair, Path(folder), self.max_bin)
            weight = _check_scale(weight)
            if self.subsample == 1 and np.all(weight == 1):  # every row is in every tree
                bins.drop_values()
            return self._fit_rows(Observations(bins, y, weight), bins, eval_set, verbose)

    def _fit_rows(
        self,
        rows: Observations,
        bins: Bins | StoredBins,
        eval_set: EvaluationSet,
        verbose: int,
    ) -> Self:
        y = self._targets(rows.y, rows.weight)  # and the loss
        pairs = [self._validate_pair(X, y, reset=False) for X, y in eval_set]
        watched = [Observations(X, self._encode_answers(y), np.ones(len(X))) for X, y in pairs]
        self.init_ = np.float32(self._constant(y, rows.weight))  # f_0
        self.estimators_: list[list[Tree]] = []
        watch = Watch(self, watched, int(verbose))
        self._boost(replace(rows, y=y), bins, generator(self.random_state), watch)
        self.evals_result_ = {f"validation_{i}": scores for i, scores in enumerate(watch.scores)}
        self.best_iteration_ = len(self.estimators_) - 1
        if self.early_stopping_rounds is not None:
            self.best_iteration_ = int(np.argmin(watch.scores[-1]))
        return self

    def _stalled(self, scores: list[float]) -> bool:
        """Return whether the best score is `early_stopping_rounds` rounds ago."""
        if self.early_stopping_rounds is None:
            return False
        return len(scores) - 1 - int(np.argmin(scores)) >= self.early_stopping_rounds

    def _validate(self, X: ArrayLike) -> Floats32:
        """Check X; give it with NaN for every missing value."""
        X = validate_data(self, X, dtype=np.float32, reset=False, ensure_all_finite="allow-nan")
        return self._mark_missing(X)

    def _validate_pair(self, X: Any, y: Any, reset: bool) -> tuple[Floats32, np.ndarray]:
        """Check X and y; give X with NaN for every missing value."""
        X, y = validate_data(
            self,
            X,
            y,
            dtype=np.float32,
            reset=reset,
            ensure_all_finite="allow-nan",
            y_numeric=self._numeric,
        )
        return self._mark_missing(X), y

    def _mark_missing(self, X: Floats32) -> Floats32:
        missing = vars(self).get("_missing", self.missing)  # of an old pickle
        return X if np.isnan(missing) else np.where(np.float32(missing) == X, np.float32(np.nan), X)

    def _check_eval_set(self, eval_set: EvaluationSet | None) -> EvaluationSet:
        """Check that it is made of pairs, if there are any, and that there are where needed."""
        wanted = "a list of pairs (X, y)"
        eval_set = [] if eval_set is None else eval_set
        if not isinstance(eval_set, list | tuple):
            raise ValueError(f"eval_set={reprlib.repr(eval_set)} must be {wanted}")
        for pair in eval_set:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise ValueError(f"eval_set holds {reprlib.repr(pair)}; it must be {wanted}")
        if not eval_set and self.early_stopping_rounds is not None:
            raise ValueError(
                f"early_stopping_rounds={self.early_stopping_rounds} needs an eval_set, {wanted}"
            )
        return eval_set

    def _encode_answers(self, y: np.ndarray) -> np.ndarray:
        """Return answers of `eval_set` as the loss knows them."""
        return y

    def _rounds(self) -> list[list[Tree]]:
        return self.estimators_[: self.best_iteration_ + 1]

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Importance of each feature by `importance_type`, normalized to the sum 1.

        "weight" counts the splits, "gain" and "cover" are their mean gain and mean H,
        "total_gain" and "total_cover" the sums. Shape (n_features,); all 0 if no tree
        has a split.
        """
        check_is_fitted(self, "estimators_")
        return self._importances(self.importance_type)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _check_scale(weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """Check that weights are numbers in float32, as xgboost keeps them: λ has their scale."""
    if weight.max() > LARGEST or np.float32(weight.max()) == 0:
        raise ValueError(
            f"sample_weight holds numbers up to {weight.max():g}; it is kept in float32, as in "
            "xgboost, since reg_lambda and min_child_weight have its scale"
        )
    return weight


class XGBRegressor(BoostedRegressor, _XGBoost):
    r"""XGBoost for regression, with the squared loss or one of your own.

    Parameters
    ----------
    objective : "reg:squarederror" or callable, optional
        By default the squared loss.
        A function ``objective(y, f)`` returns g and h, both of f's shape (n_samples,).
    n_estimators : int, default=100
        The number M of rounds.
    learning_rate : float, default=0.3
        The shrinkage η > 0.
    max_depth : int or None, default=6
    reg_lambda : float, default=1.0
        λ ≥ 0, the L2 regularization strength of the leaf weights, (xgboost.8).
    gamma : float, default=0.0
        The penalty per leaf (minimum split loss). With "hist", a split is made if its gain is
        at least `gamma`; with "exact", a split above two leaves is pruned if its gain is below
        it. As in the library, it is compared with the bracket of (xgboost.10) without the ½, so
        `gamma` is twice the γ there.
    min_child_weight : float, default=1.0
        The smallest sum of h in a child.
    base_score : float, optional
        f_0; by default the mean of y.
    tree_method : {"hist", "exact"}, default="hist"
        "exact" considers every split, "hist" those between `max_bin` quantiles. They also
        differ in the use of `gamma`, as in the library.
    max_bin : int, default=256
        For "hist": the largest number of bins of a feature, of about equal total weight.
    subsample : float, default=1.0
        Probability that a round uses an observation; a round without observations changes
        nothing.
    colsample_bytree, colsample_bylevel, colsample_bynode : float, default=1.0
        Fraction of features drawn for each tree; of these, for each level; of these, for
        each node.
    early_stopping_rounds : int, optional
        Stop when the score on the last pair of `eval_set` has not improved for so many rounds;
        predict with the rounds up to the best one.
    missing : float, default=nan
        The number that stands for a missing value; NaN always does.
    importance_type : {"gain", "weight", "cover", "total_gain", "total_cover"}
        The kind of `feature_importances_`; by default "gain".
    random_state : None, int, Generator or RandomState
        Seed of the samples of observations and features.

    Attributes
    ----------
    init_ : numpy.float32
        f_0.
    estimators_ : list of lists of `ensemblelab.trees.tree.Tree`
        One tree a round. Leaf values include the learning rate, so f is `init_`
        plus their sum. A tree's gain is that of (xgboost.10) without γ; the library reports
        twice as much.
    best_iteration_ : int
        The last round that predictions use, counted from 0.
    evals_result_ : dict
        "validation_0", ... : the root mean squared error after each round on each pair of
        `eval_set`.
    feature_importances_ : ndarray of shape (n_features,)
    n_features_in_ : int

    Raises
    ------
    ValueError
        For infinity in X, shapes that do not fit, NaN in y or a number that float32 cannot
        hold, negative or all-zero weights, parameters out of range, an `objective` that does
        not give a finite g and h, an `eval_set` that is no list of pairs, and early stopping
        without one; the message names what is wrong.

    Notes
    -----
    Source: xgboost.7 to xgboost.10; Chen & Guestrin (2016), XGBoost. At each split, missing
    values go to the child for which the gain is larger. Categories must be encoded as numbers.

    Blocks of observations are written, as float32, to a folder for temporary files (see the
    environment variable TMPDIR), and then as codes of one byte each, or of two where a feature has
    more than 256 codes, including that of missing values. This takes 5 or 6 bytes a value, of
    which 4 are removed before the first round unless there are weights or `subsample` is below 1.
    Only a few numbers for each observation are kept in memory. The quantiles are those of a
    sketch, `ensemblelab.trees.sketch`; given the quantiles, the trees equal those grown in memory.

    With ``tree_method="exact"`` the trees equal those of the library xgboost. With "hist" they do
    so where no feature has more than `max_bin` values, except for thresholds between two
    values; otherwise the quantiles differ in detail. Ties go to the lowest feature, and within
    a feature to the highest threshold with "exact", to the lowest with "hist".

    Examples
    --------
    >>> from ensemblelab import XGBRegressor
    >>> X, y = [[0.0], [1.0], [float("nan")], [3.0]], [0.0, 0.0, 4.0, 4.0]
    >>> model = XGBRegressor(n_estimators=1, learning_rate=1.0, reg_lambda=0.0).fit(X, y)
    >>> model.predict([[0.5], [float("nan")]])
    array([0., 4.], dtype=float32)
    """

    _parameter_constraints = {
        **_XGBoost._parameter_constraints,
        "objective": [StrOptions({"reg:squarederror"}), callable, None],
    }

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
        self._loss = SquaredLoss()
        if (most := np.abs(y).max()) > LARGEST:
            raise ValueError(f"y holds {most:.3g}; more than {LARGEST:.3g} float32 has no room for")
        return y.astype(float, copy=False)

    def _constant(self, y: np.ndarray, weight: np.ndarray) -> float | NDArray[np.float64]:
        return self._loss.constant(y, weight) if self.base_score is None else self.base_score

    def _score(self, y: np.ndarray, f: np.ndarray, weight: np.ndarray) -> float:
        return float(np.sqrt(np.average((y - f) ** 2, weights=weight)))


class XGBClassifier(BoostedClassifier, _XGBoost):
    """XGBoost for classification.

    The trees add up to f, which a link function turns into probabilities. With two classes there
    is one f, the log-odds; with K classes there are K functions, and K trees a round.

    Parameters
    ----------
    objective : {"binary:logistic", "multi:softprob"} or callable, optional
        By default the first for two classes, the second for more. y is given as 0 .. K - 1.
        A function ``objective(y, f)`` returns g and h, both of f's shape (n_samples,), or
        (n_samples, n_classes) for K > 2 classes.
    base_score : float, optional
        With two classes, f_0 as a probability of the second, by default its proportion; with
        more, a number for every f_0, by default the logarithms of the class proportions.
    n_estimators, learning_rate, max_depth, reg_lambda, gamma, min_child_weight, tree_method, \
max_bin, subsample, colsample_bytree, colsample_bylevel, colsample_bynode, \
early_stopping_rounds, missing, importance_type, random_state
        As in `XGBRegressor`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    init_ : numpy.float32, or ndarray of shape (n_classes,)
        f_0.
    estimators_ : list of lists of `ensemblelab.trees.tree.Tree`
        One tree for each round, or K. Leaf values include the learning rate, so f is `init_`
        plus their sum. A tree's gain is that of (xgboost.10) without γ; the library reports
        twice as much.
    best_iteration_ : int
        The last round that predictions use, counted from 0.
    evals_result_ : dict
        "validation_0", ... : the log loss after each round on each pair of `eval_set`.
    feature_importances_ : ndarray of shape (n_features,)
    n_features_in_ : int

    Raises
    ------
    ValueError
        For infinity in X, shapes that do not fit, a y that is not made of two or more classes,
        negative or all-zero weights, parameters out of range, an `objective` that does not give
        a finite g and h, an `eval_set` that is no list of pairs, and early stopping without one;
        the message names what is wrong.

    Notes
    -----
    Source: xgboost.7 to xgboost.10; Chen & Guestrin (2016), XGBoost. At each split, missing
    values go to the child for which the gain is larger. Categories must be encoded as numbers.

    With ``tree_method="exact"`` the trees equal those of the library xgboost. With "hist" they do
    so where no feature has more than `max_bin` values, except for thresholds between two
    values; otherwise the quantiles differ in detail. Ties go to the lowest feature, and within
    a feature to the highest threshold with "exact", to the lowest with "hist".
    """

    _parameter_constraints = {
        **_XGBoost._parameter_constraints,
        "objective": [StrOptions({"binary:logistic", "multi:softprob"}), callable, None],
    }

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
        codes = self._encode(y, weight)
        n_classes = len(self.classes_)
        if self.objective == "binary:logistic" and n_classes > 2:
            raise ValueError(f"objective='binary:logistic' is for 2 classes; y holds {n_classes}")
        multi = n_classes > 2 or self.objective == "multi:softprob"
        self._loss = MultinomialLoss(n_classes) if multi else LogisticLoss()
        return codes

    def _encode_answers(self, y: np.ndarray) -> np.ndarray:
        if not np.isin(y, self.classes_).all():
            unknown = np.setdiff1d(y, self.classes_).tolist()
            raise ValueError(f"y of eval_set holds classes that fit's y has not: {unknown}")
        return np.searchsorted(self.classes_, y)

    def _constant(self, y: np.ndarray, weight: np.ndarray) -> float | NDArray[np.float64]:
        if self.base_score is None:
            return self._loss.constant(y, weight)
        if isinstance(self._loss, MultinomialLoss):
            return np.full(len(self.classes_), self.base_score)
        if not 0 < self.base_score < 1:
            raise ValueError(
                f"base_score={self.base_score!r} must be a probability between 0 and 1, "
                "neither included"
            )
        return logit(self.base_score)

    def _score(self, y: np.ndarray, f: np.ndarray, weight: np.ndarray) -> float:
        return float(np.average(self._loss.value(y, f.astype(float)), weights=weight))

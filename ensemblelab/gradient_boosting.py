"""Gradient boosting: gradient descent on a function.

f_0(x) = argmin_c sum_i L(y_i, c)                                  the best constant
for m = 1 .. M:
    r_i = -dL(y_i, f)/df at f = f_{m-1}(x_i)                       the negative gradient
    fit a regression tree to the r_i; R_j are its leaves
    c_j = argmin_c sum_{i: x_i in R_j} L(y_i, f_{m-1}(x_i) + c)    line search in each leaf
    f_m(x) = f_{m-1}(x) + nu sum_j c_j [x in R_j]                  nu is the learning rate
output f_M
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.model_selection import train_test_split
from sklearn.utils.validation import check_is_fitted

from ensemblelab._model import check_kind
from ensemblelab._sklearn import (
    Estimator,
    HasMethods,
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
from ensemblelab.losses import (
    AbsoluteLoss,
    ExponentialLoss,
    HuberLoss,
    LogisticLoss,
    Loss,
    MultinomialLoss,
    SquaredLoss,
)
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.criterion import CRITERIA
from ensemblelab.trees.fitting import n_drawn
from ensemblelab.trees.growth import grow, to_scale
from ensemblelab.trees.pruning import best_first
from ensemblelab.trees.tree import Tree

__all__ = ["GradientBoostingClassifier", "GradientBoostingRegressor"]


class _GradientBoosting(Boosted):
    """What both tasks share: the algorithm."""

    learning_rate: float
    n_estimators: int
    subsample: float
    max_depth: int | None
    min_samples_leaf: int
    min_weight_fraction_leaf: float
    max_leaf_nodes: int | None
    max_features: int | None
    init: Estimator | str | None
    warm_start: bool
    validation_fraction: float
    n_iter_no_change: int | None
    tol: float
    random_state: Seed
    train_score_: NDArray[np.float64]

    _parameter_constraints = {
        "learning_rate": [Interval(Real, 0.0, None, closed="neither")],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "subsample": [Interval(Real, 0.0, 1.0, closed="right")],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "min_samples_leaf": [Interval(Integral, 1, None, closed="left")],
        "min_weight_fraction_leaf": [Interval(Real, 0.0, 0.5, closed="both")],
        "max_leaf_nodes": [Interval(Integral, 2, None, closed="left"), None],
        "max_features": [Interval(Integral, 1, None, closed="left"), None],
        "init": [StrOptions({"zero"}), HasMethods(["fit", "predict"]), None],
        "warm_start": ["boolean"],
        "validation_fraction": [Interval(Real, 0.0, 1.0, closed="neither")],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left"), None],
        "tol": [Interval(Real, 0.0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the trees round by round, each to the negative gradient of the loss.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        anew = not (self.warm_start and hasattr(self, "estimators_"))
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=self._numeric, reset=anew)
        weight, _ = to_scale(check_sample_weight(sample_weight, X), "sample_weight")
        if not anew:
            self._check_the_same(X, y)
        y, loss = self._targets(y, weight)
        rows = Observations(X, y, weight)
        if anew:
            self._forget(rows, loss)
        watched = [rows.of(self._aside)] if self._aside.any() else []
        watch = Watch(self, watched, training=True)
        learned = rows.without(self._aside)
        # Columns are sorted once: every round splits them.
        self._boost(learned, Bins.fit(learned.X), self._rng, watch)
        self.n_estimators_ = len(self.estimators_)
        self.train_score_ = np.append(self.train_score_, watch.training)
        return self

    def _check_the_same(self, X: np.ndarray, y: np.ndarray) -> None:
        """Check that `warm_start` can go on with X and y, whose features are checked already."""
        if len(X) != len(self._aside):
            raise ValueError(
                f"warm_start=True goes on with the last fit's data: X has {len(X)} observations, "
                f"and had {len(self._aside)}"
            )
        if self.n_estimators < len(self.estimators_):
            raise ValueError(
                f"n_estimators={self.n_estimators} must be at least {len(self.estimators_)}, "
                "the number of rounds that warm_start=True goes on from"
            )

    def _forget(self, rows: Observations, loss: Loss) -> None:
        """Begin before the first round."""
        self._rng, self._loss = generator(self.random_state), loss
        self._aside = self._set_aside(rows, self._rng)
        self.init_ = self._initial(rows.without(self._aside))
        self.estimators_, self.train_score_ = [], np.empty(0)

    def _initial(self, rows: Observations) -> Any:
        """Return the constant f_0, or fit what predicts it."""
        constant = self._loss.constant(rows.y, rows.weight)
        if self.init is None:
            return constant
        if isinstance(self.init, str):
            return 0 * constant
        check_kind("init", self.init, self)
        known = {} if np.all(rows.weight == 1) else {"sample_weight": rows.weight}
        return clone(self.init).fit(rows.X, rows.y, **known)

    def _start(self, X: Any) -> NDArray[np.floating]:
        if not hasattr(self.init_, "predict"):
            return super()._start(X)
        return self._predict_start(X)

    def _predict_start(self, X: np.ndarray) -> NDArray[np.floating]:
        """Return f_0 from the estimator `init_`."""
        raise NotImplementedError

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, Loss]:
        """Return the numbers that the loss knows the answers as, and the loss."""
        raise NotImplementedError

    def _draw_rows(
        self, weight: NDArray[np.float64], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Weight zero for observations that stochastic gradient boosting leaves out this round."""
        if self.subsample == 1:
            return weight
        usable = np.flatnonzero(weight)
        drawn = rng.choice(usable, max(1, int(self.subsample * len(usable))), replace=False)
        bag = np.zeros_like(weight)
        bag[drawn] = weight[drawn]
        return bag

    def _derivatives(
        self, y: np.ndarray, f: np.ndarray, weight: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        self._loss.adapt(y, f, weight)
        return self._loss.derivatives(y, f)

    def _grow(
        self,
        rows: Observations,
        bins: Bins,
        statistics: GradientStatistics,
        rng: np.random.Generator,
    ) -> tuple[Tree, np.ndarray]:
        """Fit a regression tree to -g, and search along the line in each leaf."""
        weight = statistics.weight
        (tree,), (leaf,) = grow(
            bins,
            -statistics.g,
            criterion=CRITERIA["squared_error"],
            labels=statistics.g,  # a node of equal residuals has nothing to split
            weights=None if np.all(weight == 1) else weight[None],
            max_depth=self.max_depth,
            min_samples_leaf=self.min_samples_leaf,
            min_weight_fraction=self.min_weight_fraction_leaf,
            per_node=n_drawn(self.max_features, bins.shape[0]),
            redraw=True,
            rng=rng,
        )
        if self.max_leaf_nodes is not None:
            tree, where = tree.prune(best_first(tree, self.max_leaf_nodes))
            leaf = np.where(leaf < 0, -1, where[leaf])
        leaf = rows.leaves(tree, leaf)
        f, g, h, _ = statistics
        step = self._loss.step(rows.y, f, g, h, weight, leaf, tree.n_nodes)
        tree.value = self.learning_rate * step[:, None]
        return tree, leaf

    def _score(self, y: np.ndarray, f: np.ndarray, weight: np.ndarray) -> float:
        return float(np.average(self._loss.value(y, f), weights=weight))

    def _set_aside(self, rows: Observations, rng: np.random.Generator) -> NDArray[np.bool_]:
        """Draw the validation set for early stopping, if any; a classifier's is stratified.

        Of those that weigh anything: otherwise there could be nothing to stop by, or to learn.
        """
        aside = np.zeros(len(rows.y), dtype=bool)
        if self.n_iter_no_change is None:
            return aside
        usable = np.flatnonzero(rows.weight)
        _, drawn = train_test_split(
            usable,
            test_size=self.validation_fraction,
            stratify=None if self._numeric else rows.y[usable],
            random_state=int(rng.integers(2**31)),
        )
        aside[drawn] = True
        return aside

    def _stalled(self, scores: list[float]) -> bool:
        """Return whether the last score is no better, by `tol`, than any of those before it."""
        assert self.n_iter_no_change is not None  # or no rows would have been set aside
        recent = scores[-1 - self.n_iter_no_change : -1]
        return len(recent) == self.n_iter_no_change and scores[-1] + self.tol >= max(recent)

    def _validate(self, X: ArrayLike) -> NDArray[np.float64]:
        return validate_data(self, X, reset=False, dtype=np.float64)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Reduction in squared error by the splits on each feature, normalized to the sum 1.

        Shape (n_features,); all 0 if no tree has a split.
        """
        check_is_fitted(self, "estimators_")
        return self._importances("total_gain")


class GradientBoostingRegressor(BoostedRegressor, _GradientBoosting):
    r"""Gradient boosting of regression trees, for regression.

    .. math:: f_m(x) = f_{m-1}(x) + \nu \sum_j c_{jm} [x \in R_{jm}]

    Parameters
    ----------
    loss : {"squared_error", "absolute_error", "huber"}, default="squared_error"
        See `ensemblelab.losses`.
    learning_rate : float, default=0.1
        The shrinkage ν > 0.
    n_estimators : int, default=100
        The number M of rounds.
    subsample : float, default=1.0
        Fraction of observations, drawn without replacement, that each round is fitted to.
    max_depth : int or None, default=3
    min_samples_leaf : int, default=1
    min_weight_fraction_leaf : float, default=0.0
        Smallest fraction of the total weight of the round's observations in a leaf, at most 1/2.
    max_leaf_nodes : int or None, default=None
        Largest number of leaves; the splits of largest gain are kept, as in best-first growth.
    max_features : int or None, default=None
        Number of features drawn at each node; None uses all.
    init : estimator, "zero" or None, default=None
        f_0: the prediction of the estimator, fitted to the same observations; or 0; or the best
        constant.
    warm_start : bool, default=False
        Whether `fit` continues from the rounds of the last fit, on the same observations.
    alpha : float, default=0.9
        Huber's δ is this quantile of the absolute residuals.
    validation_fraction : float, default=0.1
        Fraction of observations in the validation set for early stopping.
    n_iter_no_change : int or None, default=None
        Stop when the loss on the validation set is not lower, by `tol`, than in any of that many
        rounds before. None never stops early.
    tol : float, default=1e-4
    random_state : None, int, Generator or RandomState

    Attributes
    ----------
    init_ : float, or fitted estimator
        The constant f_0, or the estimator that predicts it.
    estimators_ : list of lists of one `ensemblelab.trees.tree.Tree`
        Leaf values include the learning rate, so f is `init_` plus their sum.
    n_estimators_ : int
        Number of rounds; fewer than `n_estimators` after early stopping.
    train_score_ : ndarray of shape (n_estimators_,)
        Mean loss of the observations each round was fitted to, after the round. (The squared
        loss has the factor ½, so this is half the mean squared error.)
    feature_importances_ : ndarray of shape (n_features,)
    n_features_in_ : int

    Raises
    ------
    ValueError
        For NaN or infinity in X or y, shapes that do not fit, negative or all-zero
        weights, a classifier as `init`, other observations or features than those that
        `warm_start` goes on from, and parameters out of range; the message names what is wrong.

    Notes
    -----
    Source: Friedman (2001), Greedy function approximation, algorithm 1; subsampling,
    Friedman (2002). Missing values are an error (`XGBRegressor` accepts them), and
    categories must be encoded as numbers.

    Decision values agree with scikit-learn's within rounding error. Where two features split a
    node's observations in the same way, the lowest feature is chosen here, a random one there.

    Examples
    --------
    >>> from ensemblelab import GradientBoostingRegressor
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 3.0]
    >>> model = GradientBoostingRegressor(n_estimators=1, learning_rate=1.0).fit(X, y)
    >>> model.predict([[1.2]])
    array([1.])
    """

    _parameter_constraints = {
        **_GradientBoosting._parameter_constraints,
        "loss": [StrOptions({"squared_error", "absolute_error", "huber"})],
        "alpha": [Interval(Real, 0.0, 1.0, closed="neither")],
    }

    def __init__(
        self,
        *,
        loss: str = "squared_error",
        learning_rate: float = 0.1,
        n_estimators: int = 100,
        subsample: float = 1.0,
        max_depth: int | None = 3,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: int | None = None,
        init: Estimator | str | None = None,
        warm_start: bool = False,
        alpha: float = 0.9,
        validation_fraction: float = 0.1,
        n_iter_no_change: int | None = None,
        tol: float = 1e-4,
        random_state: Seed = None,
    ) -> None:
        self.loss = loss
        self.learning_rate = learning_rate
        self.n_estimators = n_estimators
        self.subsample = subsample
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.init = init
        self.warm_start = warm_start
        self.alpha = alpha
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.random_state = random_state

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, Loss]:
        losses: dict[str, Callable[[], Loss]] = {
            "squared_error": SquaredLoss,
            "absolute_error": AbsoluteLoss,
            "huber": lambda: HuberLoss(self.alpha),
        }
        return y.astype(float), losses[self.loss]()

    def _predict_start(self, X: np.ndarray) -> NDArray[np.floating]:
        return np.array(self.init_.predict(X), dtype=float)


class GradientBoostingClassifier(BoostedClassifier, _GradientBoosting):
    """Gradient boosting of regression trees, for classification.

    The trees add up to f, which a link function turns into probabilities. With two classes there
    is one f, the log-odds; with K classes there are K functions, and K trees a round.

    Parameters
    ----------
    loss : {"log_loss", "exponential"}, default="log_loss"
        "log_loss" is logistic with two classes, multinomial with more. "exponential"
        is AdaBoost's loss, for two classes only.
    learning_rate, n_estimators, subsample, max_depth, min_samples_leaf, \
min_weight_fraction_leaf, max_leaf_nodes, max_features, init, warm_start, validation_fraction, \
n_iter_no_change, tol, random_state
        As in `GradientBoostingRegressor`. An estimator as `init` must have ``predict_proba``.
        The validation set for early stopping is stratified by class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    init_ : float, ndarray of shape (n_classes,), or fitted estimator
        The constant f_0, or what predicts its probabilities.
    estimators_ : list of lists of `ensemblelab.trees.tree.Tree`
        One tree for each round, or K for K > 2 classes. Leaf values include the
        learning rate, so f is `init_` plus their sum.
    n_estimators_ : int
        Number of rounds; fewer than `n_estimators` after early stopping.
    train_score_ : ndarray of shape (n_estimators_,)
        Mean loss of the observations each round was fitted to, after the round. (Half the
        deviance that scikit-learn reports with two classes.)
    feature_importances_ : ndarray of shape (n_features,)
    n_features_in_ : int

    Raises
    ------
    ValueError
        For NaN or infinity in X, shapes that do not fit, a y that is not made of two
        or more classes, negative or all-zero weights, other observations, features or classes than
        those that `warm_start` goes on from, and parameters out of range; the message names
        what is wrong.

    Notes
    -----
    Source: Friedman (2001), algorithms 5 and 6; subsampling, Friedman (2002). Missing
    values are an error (`XGBClassifier` accepts them), and categories must be encoded as
    numbers.

    Decision values agree with scikit-learn's within rounding error. Where two features split a
    node's observations in the same way, the lowest feature is chosen here, a random one there.
    """

    _parameter_constraints = {
        **_GradientBoosting._parameter_constraints,
        "loss": [StrOptions({"log_loss", "exponential"})],
        "init": [StrOptions({"zero"}), HasMethods(["fit", "predict_proba"]), None],
    }

    def __init__(
        self,
        *,
        loss: str = "log_loss",
        learning_rate: float = 0.1,
        n_estimators: int = 100,
        subsample: float = 1.0,
        max_depth: int | None = 3,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: int | None = None,
        init: Estimator | str | None = None,
        warm_start: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int | None = None,
        tol: float = 1e-4,
        random_state: Seed = None,
    ) -> None:
        self.loss = loss
        self.learning_rate = learning_rate
        self.n_estimators = n_estimators
        self.subsample = subsample
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.init = init
        self.warm_start = warm_start
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.random_state = random_state

    def _check_the_same(self, X: np.ndarray, y: np.ndarray) -> None:
        super()._check_the_same(X, y)
        if not np.array_equal(np.unique(y), self.classes_):
            raise ValueError(
                f"warm_start=True goes on with the classes of the last fit: y holds "
                f"{np.unique(y).tolist()}, and held {self.classes_.tolist()}"
            )

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, Loss]:
        codes = self._encode(y, weight)
        n_classes = len(self.classes_)
        if self.loss == "exponential":
            if n_classes > 2:
                raise ValueError(f"loss='exponential' is for 2 classes; y holds {n_classes}")
            return codes, ExponentialLoss()
        return codes, LogisticLoss() if n_classes == 2 else MultinomialLoss(n_classes)

    def _initial(self, rows: Observations) -> Any:
        lost = np.setdiff1d(np.arange(len(self.classes_)), rows.y[rows.weight > 0])
        if len(lost):  # f_0 would be infinite
            raise ValueError(
                f"validation_fraction={self.validation_fraction} leaves no observation of class "
                f"{self.classes_[lost].tolist()[0]!r} to learn from"
            )
        return super()._initial(rows)

    def _predict_start(self, X: np.ndarray) -> NDArray[np.floating]:
        return self._loss.link(self.init_.predict_proba(X))

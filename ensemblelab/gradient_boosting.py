"""Gradient boosting: gradient descent where the unknown is a function.

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
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.model_selection import train_test_split
from sklearn.utils.validation import check_is_fitted

from ensemblelab._sklearn import (
    Interval,
    StrOptions,
    check_sample_weight,
    fit_context,
    validate_data,
)
from ensemblelab.boosting import Boosted, BoostedClassifier, BoostedRegressor, column
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
from ensemblelab.trees.growth import grow

__all__ = ["GradientBoostingClassifier", "GradientBoostingRegressor"]


class _GradientBoosting(Boosted):
    """What both tasks share: the algorithm."""

    learning_rate: float
    n_estimators: int
    subsample: float
    max_depth: int | None
    min_samples_leaf: int
    max_features: int | None
    validation_fraction: float
    n_iter_no_change: int | None
    tol: float
    random_state: Seed

    _parameter_constraints = {
        "learning_rate": [Interval(Real, 0.0, None, closed="neither")],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "subsample": [Interval(Real, 0.0, 1.0, closed="right")],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "min_samples_leaf": [Interval(Integral, 1, None, closed="left")],
        "max_features": [Interval(Integral, 1, None, closed="left"), None],
        "validation_fraction": [Interval(Real, 0.0, 1.0, closed="neither")],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left"), None],
        "tol": [Interval(Real, 0.0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Boost.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        numeric = isinstance(self, RegressorMixin)
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=numeric)
        weight = check_sample_weight(sample_weight, X)
        y, loss = self._targets(y, weight)
        return self._boost(X, y, loss, weight)

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, Loss]:
        """Give the numbers that the loss knows the answers as, and the loss."""
        raise NotImplementedError

    def _boost(self, X: np.ndarray, y: np.ndarray, loss: Loss, weight: np.ndarray) -> Self:
        """Run the algorithm of the module's docstring."""
        rng = generator(self.random_state)
        stopping = self._set_aside(y, rng)  # the rows that tell when to stop, if any
        if stopping is not None:
            X_stop, y_stop, weight_stop = X[stopping], y[stopping], weight[stopping]
            X, y, weight = X[~stopping], y[~stopping], weight[~stopping]
        n = len(X)
        bins = Bins.fit(X)  # once: every round splits the same columns

        self._loss = loss
        self.init_ = loss.constant(y, weight)
        self.estimators_ = []
        train_score: list[float] = []
        stopping_score: list[float] = []
        f = self._start(n)
        f_stop = self._start(0 if stopping is None else len(X_stop))
        for _ in range(self.n_estimators):
            bag = self._draw_rows(weight, rng)
            loss.adapt(y, f, bag)
            gradient, hessian = loss.gradient(y, f), loss.hessian(y, f)
            trees = []
            for k in range(np.size(self.init_)):
                g, h, f_k = column(gradient, k), column(hessian, k), column(f, k)
                (tree,), (leaf,) = grow(
                    bins,
                    -g,
                    criterion=CRITERIA["squared_error"],
                    labels=g,  # a node of equal residuals has nothing to split
                    weights=None if np.all(bag == 1) else bag[None],
                    max_depth=self.max_depth,
                    min_samples_leaf=self.min_samples_leaf,
                    per_node=self.max_features,
                    redraw=True,
                    rng=rng,
                )
                if np.any(outside := leaf < 0):  # rows of weight zero fall into leaves too
                    leaf[outside] = tree.apply(X[outside])
                step = loss.step(y, f_k, g, h, bag, leaf, tree.n_nodes)
                tree.value = self.learning_rate * step[:, None]
                f_k += tree.value[leaf, 0]
                trees.append(tree)
            self.estimators_.append(trees)
            train_score.append(np.average(loss.value(y, f), weights=bag))
            if stopping is not None:
                self._add([trees], X_stop, f_stop)
                score = np.average(loss.value(y_stop, f_stop), weights=weight_stop)
                if self._stalled(stopping_score, score):
                    break
                stopping_score.append(score)
        self.n_estimators_ = len(self.estimators_)
        self.train_score_ = np.array(train_score)
        return self

    def _draw_rows(self, weight: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Weight zero for rows that stochastic gradient boosting leaves out this round."""
        if self.subsample == 1:
            return weight
        usable = np.flatnonzero(weight)
        drawn = rng.choice(usable, max(1, int(self.subsample * len(usable))), replace=False)
        bag = np.zeros_like(weight)
        bag[drawn] = weight[drawn]
        return bag

    def _set_aside(self, y: np.ndarray, rng: np.random.Generator) -> np.ndarray | None:
        """Draw the rows for early stopping; a classifier's in proportion to the classes."""
        if self.n_iter_no_change is None:
            return None
        _, aside = train_test_split(
            np.arange(len(y)),
            test_size=self.validation_fraction,
            stratify=y if isinstance(self, ClassifierMixin) else None,
            random_state=int(rng.integers(2**31)),
        )
        return np.isin(np.arange(len(y)), aside)

    def _stalled(self, past: list[float], score: float) -> bool:
        """Tell whether `score` is no better, by `tol`, than any of the last rounds' scores."""
        assert self.n_iter_no_change is not None  # or no rows would have been set aside
        recent = past[-self.n_iter_no_change :]
        return len(recent) == self.n_iter_no_change and score + self.tol >= max(recent)

    def _validate(self, X: ArrayLike) -> NDArray[np.float64]:
        return validate_data(self, X, reset=False, dtype=np.float64)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """What the splits on each feature gained in squared error, as shares of 1.

        Shape (n_features,); all 0 if no tree has a split.
        """
        check_is_fitted(self, "estimators_")
        gained = np.zeros(self.n_features_in_)
        for trees in self.estimators_:
            for tree in trees:
                np.add.at(gained, tree.feature, tree.gain)  # a leaf's gain is 0
        total = gained.sum()
        return gained / total if total > 0 else gained


class GradientBoostingRegressor(BoostedRegressor, _GradientBoosting):
    r"""Gradient boosting of regression trees, for numbers.

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
        Share of rows, drawn without replacement, that each round is fitted to.
    max_depth : int or None, default=3
    min_samples_leaf : int, default=1
    max_features : int or None, default=None
        Features drawn anew at each node; None looks at all.
    alpha : float, default=0.9
        Huber's δ is this quantile of the absolute residuals.
    validation_fraction : float, default=0.1
        Share of rows set aside for early stopping.
    n_iter_no_change : int or None, default=None
        Stop when the loss of the rows set aside is not better, by `tol`, than any
        of that many rounds before. None never stops early.
    tol : float, default=1e-4
    random_state : None, int, Generator or RandomState

    Attributes
    ----------
    init_ : float
        The constant f_0.
    estimators_ : list of lists of one `ensemblelab.trees.tree.Tree`
        Leaf values include the learning rate, so f is `init_` plus their sum.
    n_estimators_ : int
        Rounds done; fewer than `n_estimators` after early stopping.
    train_score_ : ndarray of shape (n_estimators_,)
        Mean loss of the rows each round was fitted to, after the round. (The squared
        loss has its ½, so this is half the mean squared error.)
    feature_importances_ : ndarray of shape (n_features,)
    n_features_in_ : int

    Raises
    ------
    ValueError
        For NaN or infinity in X or y, shapes that do not fit, negative or all-zero
        weights, and parameters out of range; the message names what is wrong.

    Notes
    -----
    Source: Friedman (2001), Greedy function approximation, algorithm 1; subsampling,
    Friedman (2002). Missing values are refused (`XGBRegressor` takes them), and
    categories must be encoded as numbers.

    Decision values agree with scikit-learn's to rounding. Where two features split a
    node's rows alike, the lowest feature is taken here, a random one there.

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
        max_features: int | None = None,
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
        self.max_features = max_features
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


class GradientBoostingClassifier(BoostedClassifier, _GradientBoosting):
    """Gradient boosting of regression trees, for classes.

    The trees add up to f, of which a link function makes probabilities: with two
    classes one f, their log-odds; with K classes K of them, and K trees a round.

    Parameters
    ----------
    loss : {"log_loss", "exponential"}, default="log_loss"
        "log_loss" is logistic with two classes, multinomial with more. "exponential"
        is AdaBoost's loss, for two classes only.
    learning_rate, n_estimators, subsample, max_depth, min_samples_leaf, max_features, \
validation_fraction, n_iter_no_change, tol, random_state
        As in `GradientBoostingRegressor`. The rows set aside for early stopping are drawn
        class by class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    init_ : float, or ndarray of shape (n_classes,)
        The constant f_0.
    estimators_ : list of lists of `ensemblelab.trees.tree.Tree`
        Of every round one tree, or K for K > 2 classes. Leaf values include the
        learning rate, so f is `init_` plus their sum.
    n_estimators_ : int
        Rounds done; fewer than `n_estimators` after early stopping.
    train_score_ : ndarray of shape (n_estimators_,)
        Mean loss of the rows each round was fitted to, after the round. (Half the
        deviance that scikit-learn reports with two classes.)
    feature_importances_ : ndarray of shape (n_features,)
    n_features_in_ : int

    Raises
    ------
    ValueError
        For NaN or infinity in X, shapes that do not fit, a y that is not made of two
        or more classes, negative or all-zero weights, and parameters out of range;
        the message names what is wrong.

    Notes
    -----
    Source: Friedman (2001), algorithms 5 and 6; subsampling, Friedman (2002). Missing
    values are refused (`XGBClassifier` takes them), and categories must be encoded as
    numbers.

    Decision values agree with scikit-learn's to rounding. Where two features split a
    node's rows alike, the lowest feature is taken here, a random one there.
    """

    _parameter_constraints = {
        **_GradientBoosting._parameter_constraints,
        "loss": [StrOptions({"log_loss", "exponential"})],
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
        max_features: int | None = None,
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
        self.max_features = max_features
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.random_state = random_state

    def _targets(self, y: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, Loss]:
        codes = self._encode(y, weight)
        n_classes = len(self.classes_)
        if self.loss == "exponential":
            if n_classes > 2:
                raise ValueError(f"loss='exponential' is for 2 classes; y holds {n_classes}")
            return codes, ExponentialLoss()
        return codes, LogisticLoss() if n_classes == 2 else MultinomialLoss(n_classes)

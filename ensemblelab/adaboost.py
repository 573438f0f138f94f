"""AdaBoost: each new weak learner gives more weight to what the earlier ones misclassified.

w_i = 1/n
for k = 1 .. m:
    train f_k on the weights w                                                       adaboost.9
    epsilon_k = sum of w_i over mistakes / sum of w_i                                adaboost.11
    alpha_k = ln((1 - epsilon_k) / epsilon_k)                                        adaboost.10
    w_i = w_i exp(alpha_k) where f_k is wrong                                        adaboost.12
output f(x) = 1/2 sum_k alpha_k f_k(x)                                               adaboost.14

`AdaBoostClassifier._boost` and `staged_decision_function` are these lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import softmax
from sklearn.base import (
    ClassifierMixin,
    MetaEstimatorMixin,
    clone,
)
from sklearn.metrics import accuracy_score
from sklearn.utils.validation import (
    check_is_fitted,
    has_fit_parameter,
)

from ensemblelab._model import check_kind, takes_missing
from ensemblelab._probabilities import Probabilities
from ensemblelab._sklearn import (
    Estimator,
    HasMethods,
    Interval,
    StrOptions,
    check_classes,
    check_sample_weight,
    fit_context,
    set_random_states,
    validate_data,
)
from ensemblelab.bootstrap import Seed, generator
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.criterion import CRITERIA
from ensemblelab.trees.decision_tree import DecisionStump
from ensemblelab.trees.fitting import ClassPlan
from ensemblelab.trees.growth import grow
from ensemblelab.trees.predicting import leaves

__all__ = ["AdaBoostClassifier"]

# Takes weights; gives a fitted member and which training rows it gets wrong.
Trainer = Callable[[np.ndarray], tuple[Any, np.ndarray]]

# After (12) half the weight is on the last mistakes, so a learner that finds nothing new has
# error 1/2 up to the rounding of sums. An advantage below this is not one.
_ROUNDING = 1e-12

# Thresholds: up to so many, to compare many values with each is faster than to search among them.
_FEW = 32


class AdaBoostClassifier(MetaEstimatorMixin, ClassifierMixin, Probabilities):
    r"""Discrete AdaBoost.M1 with stumps or any weighted learner; SAMME for more than two classes.

    .. math:: f(x) = \frac{1}{2} \sum_{k=1}^{m} \alpha_k f_k(x), \quad
              \alpha_k = \ln \frac{1 - \epsilon_k}{\epsilon_k} \; (+ \ln(K - 1))

    The class is the sign of f, and the first of `classes_` where f is 0; the second class is +1.

    Parameters
    ----------
    estimator : estimator, optional
        Any classifier whose fit takes sample_weight: a tree, a `Perceptron`, ... By default
        stumps, by a search made for boosting that gives the same stumps as `DecisionStump`.
    n_estimators : int, default=50
        The largest number m of weak learners, at least 1.
    learning_rate : float, default=1.0
        Every alpha is multiplied by it (shrinkage); above 0. With a value below 1, each weak
        learner corrects less, so that more of them are needed.
    criterion : {"gini", "error"}, default="gini"
        What the default stumps minimize: Gini impurity, as is usual, or the weighted error
        itself, as in adaboost.9. An `estimator` has its own criterion.
    keep_weights : bool, default=False
        Keep the weights that each weak learner was trained on, in `sample_weights_`.
    random_state : None, int, Generator or RandomState
        Seed for an `estimator` that draws random numbers. The default stumps do not draw any.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    estimators_ : list of fitted estimators
        They predict labels of `classes_`. Fewer than `n_estimators` if boosting stopped.
    estimator_errors_ : ndarray of shape (rounds,)
        The weighted errors, adaboost.11.
    estimator_weights_ : ndarray of shape (rounds,)
        The weights alpha, adaboost.10.
    sample_weights_ : ndarray of shape (rounds, n_samples)
        Row k holds the weights that weak learner k was trained on, divided by their sum. Only
        with ``keep_weights=True``.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For empty X, NaN or infinity in X, X and y of different lengths, a y that is not made of
        classes or has one class only, negative or all-zero weights, parameters out of range, an
        `estimator` that is a regressor or takes no sample_weight, a `criterion` given beside an
        `estimator`, and a first weak learner that is no better than guessing; the message names
        what is wrong.

    Notes
    -----
    *Error of 1/2 or more* (1 - 1/K or more for K classes): the weak learner is dropped and
    boosting stops, because such a vote has an alpha of 0 or less. The weights would not change,
    and therefore the next weak learner would be the same.

    *Error of 0*: adaboost.10 is infinite, so the weak learner alone decides. Any finite alpha
    larger than the sum of all earlier ones has the same effect; alpha_k is 1 + the sum of the
    earlier ones. Boosting stops, because adaboost.12 has no misclassified observations to
    reweight.

    *The other convention* puts the 1/2 into alpha, alpha' = alpha/2, multiplies weights by
    exp(-alpha' y_i f_k(x_i)), and sums alpha' f_k without 1/2. It gives the same classifier.
    First, alpha' f_k = 1/2 alpha f_k, so f is the same function. Second, by adaboost.22 its factor
    is exp(-alpha/2) exp(alpha [f_k(x_i) != y_i]), which is that of adaboost.12 times a constant
    that all observations have in common. The normalized weights, on which adaboost.9 and
    adaboost.11 depend, are therefore the same. Mixing the two conventions, with 1/2 in both places
    or in neither, keeps every sign but halves or doubles f, so that the loss adaboost.15 and
    `predict_proba` are wrong.

    *K > 2 classes* (SAMME): ln(K - 1) is added to alpha, so that a weak learner has a positive
    weight as soon as it is better than random guessing, and f_k(x) votes 1 for its class and
    -1/(K - 1) for the others. `decision_function` is (K - 1)²/K times the sum of alpha_k f_k,
    which minimizes the mean of exp(-y·f/K) stagewise and for K = 2 is adaboost.14.

    Observations of weight 0 have no influence. Missing values are an error unless the `estimator`
    accepts them. Categories must be encoded as numbers.

    Source: adaboost.9 to adaboost.14; Freund and Schapire (1997), A decision-theoretic
    generalization of on-line learning; Zhu, Zou, Rosset and Hastie (2009), Multi-class AdaBoost.

    Examples
    --------
    >>> from ensemblelab import AdaBoostClassifier
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [1, 1, -1, -1, 1, 1]
    >>> model = AdaBoostClassifier(n_estimators=3).fit(X, y)
    >>> model.estimator_errors_.round(3)
    array([0.333, 0.25 , 0.167])
    >>> model.score(X, y)
    1.0
    """

    _parameter_constraints = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "learning_rate": [Interval(Real, 0, None, closed="neither")],
        "criterion": [StrOptions({"gini", "error"})],
        "keep_weights": ["boolean"],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimator: Estimator | None = None,
        n_estimators: int = 50,
        *,
        learning_rate: float = 1.0,
        criterion: str = "gini",
        keep_weights: bool = False,
        random_state: Seed = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.criterion = criterion
        self.keep_weights = keep_weights
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = takes_missing(self.estimator)
        return tags

    def _boost(self, train: Trainer, w: np.ndarray) -> list[np.ndarray]:
        """Run Algorithm 1 from the weights w; `train(w)` gives f_k and where it is wrong.

        Returns the weights of each round if they are to be kept.
        """
        K = len(self.classes_)
        members, errors, weights = [], [], []
        alphas: list[float] = []
        for _ in range(self.n_estimators):
            f, wrong = train(w)  # (9)
            epsilon = w[wrong].sum() / w.sum()  # (11)
            if epsilon >= 1 - 1 / K - _ROUNDING:
                break  # no better than guessing
            if epsilon > 0:
                odds = (1 - epsilon) / epsilon * (K - 1)  # K - 1: SAMME
                alpha = self.learning_rate * np.log(odds)  # (10)
                if self.learning_rate != 1:
                    with np.errstate(over="ignore"):  # see below
                        odds = odds**self.learning_rate
            else:
                alpha = 1 + sum(alphas)  # perfect: it outvotes all the others
            members.append(f)
            errors.append(epsilon)
            alphas.append(alpha)
            if self.keep_weights:
                weights.append(w / w.sum())
            if epsilon == 0:
                break
            # (12): exp(alpha) is odds, to the bit everywhere; beside infinite ones the rest is 0
            w = w * (np.where(wrong, odds, 1) if np.isfinite(odds) else wrong)
            if w.sum() > 1e100:  # a common factor changes nothing, and must not overflow
                w = w / w.sum()
        if not members:
            raise ValueError(
                f"the first weak learner's weighted error is {epsilon:.3g}, no better than "
                "guessing "
                f"among {K} classes: this estimator finds nothing in X to boost"
            )
        self.estimators_ = members
        self.estimator_errors_ = np.array(errors)
        self.estimator_weights_ = np.array(alphas)
        return weights

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Train up to m weak learners, each on weights that stress the earlier ones' mistakes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            The initial weights, by default 1/n each. Only their ratios matter.

        Returns
        -------
        self
        """
        # Whether an estimator takes missing values is for it to say.
        finite = self.estimator is None
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite=finite)
        check_classes(y)
        w = check_sample_weight(sample_weight, X)
        self.classes_, label = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(
                f"y has one class only, {self.classes_.tolist()[0]!r}: boosting needs two"
            )
        there = np.flatnonzero(w)
        make = self._stump_trainer if self.estimator is None else self._trainer
        weights = self._boost(make(X[there], label[there]), w[there] / w.sum())
        if self.keep_weights:
            self.sample_weights_ = np.zeros((len(weights), len(w)))
            self.sample_weights_[:, there] = weights
        return self

    def _stump_trainer(self, X: np.ndarray, label: np.ndarray) -> Trainer:
        bins = Bins.fit(X)  # once: every round splits the same columns
        template = DecisionStump(self.criterion)
        template.classes_, template.n_features_in_ = self.classes_, X.shape[1]
        plan = ClassPlan(label, self.criterion, K=len(self.classes_))
        G = plan.G

        def train(w: np.ndarray) -> tuple[DecisionStump, np.ndarray]:
            (tree,), (leaf,) = grow(
                bins,
                G,
                criterion=CRITERIA[self.criterion],
                weights=w[None],
                labels=label,
                n_classes=plan.K,
                max_depth=1,
            )
            plan.finish(tree)
            total = tree.H[0]
            tree.G, tree.H, tree.gain = tree.G / total, tree.H / total, tree.gain / total
            if np.any(lost := leaf < 0):  # rows whose weight is nothing beside the others'
                leaf[lost] = leaves(tree, X[lost])
            return template.with_tree(tree), tree.value.argmax(axis=1)[leaf] != label

        return train

    def _trainer(self, X: np.ndarray, label: np.ndarray) -> Trainer:
        check_kind("estimator", self.estimator, self)
        if not has_fit_parameter(self.estimator, "sample_weight"):
            raise ValueError(
                f"estimator={self.estimator!r} cannot be boosted: its fit takes no sample_weight"
            )
        if self.criterion != "gini":
            raise ValueError(
                f"criterion={self.criterion!r} is for the default stumps: "
                "give the estimator its own"
            )
        y, rng = self.classes_[label], generator(self.random_state)

        def train(w: np.ndarray) -> tuple[Any, np.ndarray]:
            member = clone(self.estimator)
            set_random_states(member, int(rng.integers(2**31)))
            member.fit(X, y, sample_weight=w / w.sum())
            return member, member.predict(X) != y

        return train

    def _coding(self) -> np.ndarray:
        """Return the vote for each class as a number (2 classes) or an observation of K numbers.

        -1 and +1 for two classes. For K it is the observations 1 and -1/(K - 1) of SAMME times
        2 (K - 1)²/K, so that (14) holds for any K.
        """
        K = len(self.classes_)
        if K == 2:
            return np.array([-1.0, 1.0])
        return 2 * (K - 1) / K * (K * np.eye(K) - 1)

    def staged_decision_function(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield f(x) of the first k weak learners, for k = 1 .. rounds, eq. adaboost.14.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,), or (n_samples, K) for K > 2 classes
        """
        check_is_fitted(self)
        stumps = self._of_stumps()
        X = validate_data(self, X, dtype=np.float64, reset=False, ensure_all_finite=stumps)
        f = 0.0
        for step in self._steps(X) if stumps else self._votes(X):
            f = f + step  # (14)
            yield f

    def _of_stumps(self) -> bool:
        """Return whether the fitted weak learners are stumps, whatever is to be fitted next."""
        return all(type(member) is DecisionStump for member in self.estimators_)

    def _votes(self, X: np.ndarray) -> Iterator[np.ndarray]:
        """Yield 1/2 alpha_k f_k(x) of any weak learners."""
        coding = self._coding()
        for alpha, member in zip(self.estimator_weights_, self.estimators_, strict=True):
            yield 1 / 2 * alpha * coding[np.searchsorted(self.classes_, member.predict(X))]

    def _steps(self, X: np.ndarray) -> Iterator[np.ndarray]:
        """Yield the same of stumps."""
        for feature, threshold, low, high in zip(*self._stumps(), strict=True):
            below = X[:, feature] <= threshold
            yield np.where(below if low.ndim == 0 else below[:, None], low, high)

    def _stumps(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return the feature and threshold of each stump, and 1/2 alpha f_k below and above it."""
        trees = [stump.tree_ for stump in self.estimators_]
        votes = self._coding()[[tree.value[[tree.left[0], -1]].argmax(axis=1) for tree in trees]]
        low, high = 1 / 2 * np.moveaxis((votes.T * self.estimator_weights_).T, 1, 0)
        feature = np.array([tree.feature[0] for tree in trees])
        threshold = np.array([tree.threshold[0] for tree in trees])
        return feature, threshold, low, high

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """Compute f(x), eq. adaboost.14: positive for the second class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, K) for K > 2 classes
        """
        check_is_fitted(self)
        if not self._of_stumps():
            *_, f = self.staged_decision_function(X)
            return f
        # Stumps on one feature add up to one step function of it: no need to go round by round.
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return _sum_of_steps(*self._stumps(), X)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the predicted class: by the sign of f(x), or by the largest of its K values.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        f = self.decision_function(X)
        return self._decide(f)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """Yield the predictions of the first k weak learners together, for k = 1 .. rounds.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for f in self.staged_decision_function(X):
            yield self._decide(f)

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield the class probabilities of the first k weak learners, for k = 1 .. rounds.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples, K)
        """
        for f in self.staged_decision_function(X):
            yield self._probabilities(f)

    def staged_score(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Iterator[float]:
        """Yield the accuracy of the first k weak learners, for k = 1 .. rounds.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Yields
        ------
        float
        """
        for prediction in self.staged_predict(X):
            yield accuracy_score(y, prediction, sample_weight=sample_weight)

    def _decide(self, f: np.ndarray) -> NDArray[Any]:
        return self.classes_[(f > 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]

    def _columns(self, f: np.ndarray) -> NDArray[np.float64]:
        """Return f with a column for each class; for two classes -f and f."""
        return np.column_stack([-f, f]) if f.ndim == 1 else f

    def _probabilities(self, f: np.ndarray) -> NDArray[np.float64]:
        return softmax(self._columns(f) / (len(self.classes_) - 1), axis=1)

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        r"""Estimate class probabilities from f(x).

        The expected loss adaboost.15 is minimized by f = 1/2 ln(p/(1 - p)), so
        p = 1 / (1 + exp(-2 f)); for K classes, p is the softmax of f/(K - 1). The estimates are
        poorly calibrated after many rounds, because boosting keeps increasing \|f\| and they
        approach 0 and 1.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, K)

        Notes
        -----
        Source: Friedman, Hastie and Tibshirani (2000), Additive logistic regression.
        """
        return self._probabilities(self.decision_function(X))

    def margins(self, X: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
        r"""Compute the margin of each observation in the weighted vote.

        .. math:: \frac{y \sum_k \alpha_k f_k(x)}{\sum_k \alpha_k} \in [-1, 1]

        For K classes it is the weight of the votes for the true class minus that for the
        strongest other class, divided by the sum. It is negative where the ensemble misclassifies.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
            Labels of `classes_`.

        Returns
        -------
        ndarray of shape (n_samples,)

        Raises
        ------
        ValueError
            If y has another length than X, or a label that is not in `classes_`.

        Notes
        -----
        Source: Schapire, Freund, Bartlett and Lee (1998), Boosting the margin.
        """
        check_is_fitted(self)
        finite = self._of_stumps()
        X, y = validate_data(self, X, y, dtype=np.float64, reset=False, ensure_all_finite=finite)
        strange = np.setdiff1d(y, self.classes_)
        if len(strange):
            raise ValueError(
                f"y holds {strange.tolist()[0]!r}, which is not one of {self.classes_.tolist()}"
            )
        f = self._columns(self.decision_function(X))
        true = y[:, None] == self.classes_
        lead = f[true] - np.where(true, -np.inf, f).max(axis=1)
        return lead / ((len(self.classes_) - 1) * self.estimator_weights_.sum())

    @property
    def training_bound_(self) -> NDArray[np.float64]:
        r"""Bound on the training error after each round, shape (rounds,); two classes only.

        .. math:: \prod_{t \leq k} Z_t, \quad Z_t = 2 \sqrt{\epsilon_t (1 - \epsilon_t)}

        It equals the mean over the training set of the loss adaboost.15, exp(-y f(x)), weighted
        by the sample weights. It decreases in every round, whereas the training error need not.
        A perfect weak learner reduces it to 0, the value for alpha = infinity.

        Raises
        ------
        AttributeError
            For more than two classes, where the loss does not bound the error.

        Notes
        -----
        Source: Freund and Schapire (1997), theorem 6.
        """
        check_is_fitted(self)
        if len(self.classes_) > 2:
            raise AttributeError(
                f"training_bound_ holds for two classes; there are {len(self.classes_)}"
            )
        return np.cumprod(2 * np.sqrt(self.estimator_errors_ * (1 - self.estimator_errors_)))

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Return the mean importance of each feature in the weak learners, weighted by alpha.

        The result has shape (n_features,).

        For stumps it is the proportion of the total alpha of the stumps that split on each
        feature.

        Raises
        ------
        AttributeError
            If the weak learners have no `feature_importances_`.
        """
        check_is_fitted(self)
        importances = [member.feature_importances_ for member in self.estimators_]
        return np.average(importances, axis=0, weights=self.estimator_weights_)


def _sum_of_steps(
    feature: np.ndarray, threshold: np.ndarray, low: np.ndarray, high: np.ndarray, X: np.ndarray
) -> np.ndarray:
    """Add up m steps: each is `low` where ``x[feature] <= threshold``, `high` above.

    The steps of one feature add up to one step function of it, so an observation costs one search
    per feature in use, however many steps there are.

    Parameters
    ----------
    feature, threshold : ndarray, shape (m,)
    low, high : ndarray, shape (m, ...)
    X : ndarray of float, shape (n, d)

    Returns
    -------
    ndarray, shape (n, ...)
    """
    total = np.empty((len(X), *low.shape[1:]))
    total[:] = low.sum(axis=0)
    order = np.lexsort((threshold, feature))
    rise = (high - low)[order]
    starts = np.flatnonzero(np.diff(feature[order], prepend=-1))
    for mine, height in zip(np.split(order, starts[1:]), np.split(rise, starts[1:]), strict=True):
        passed = _count_below(threshold[mine], np.ascontiguousarray(X[:, feature[mine[0]]]))
        total += np.concatenate((np.zeros_like(height[:1]), np.cumsum(height, axis=0)))[passed]
    return total


def _count_below(thresholds: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Count, for each x, the thresholds below it; they increase."""
    if len(thresholds) > _FEW:
        return np.searchsorted(thresholds, x)
    found = np.zeros(len(x), np.uint8)
    for threshold in thresholds:
        found += x > threshold
    return found

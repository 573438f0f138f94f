"""Diagnose an ensemble: bias and variance, correlated errors, margins, curves, Brier scores."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone, is_classifier
from sklearn.utils import check_array, check_consistent_length, check_X_y, column_or_1d

from ensemblelab._sklearn import as_numbers
from ensemblelab.bootstrap import Seed, generator

__all__ = [
    "BiasVariance",
    "BrierParts",
    "DomingosBiasVariance",
    "ErrorCorrelation",
    "bias_variance_domingos",
    "bias_variance_kohavi_wolpert",
    "bias_variance_squared",
    "brier_parts",
    "cumulative_vote_errors",
    "error_correlation",
    "margin_distribution",
    "staged_errors",
    "training_set_predictions",
    "voting_margins",
]


# Bias and variance: the same test points, many training sets


@dataclass(frozen=True)
class BiasVariance:
    """A mean error and its two parts: ``error = bias_squared + variance``.

    All three are unbiased estimates of their values for infinitely many training sets.

    Attributes
    ----------
    error : float
        The loss, averaged over training sets and test points.
    bias_squared : float
        The error that would remain if every training set led to the expected prediction. As an
        unbiased estimate of a small number it can be negative.
    variance : float
        The variance of the predictions of models trained on different training sets.
    """

    error: float
    bias_squared: float
    variance: float


@dataclass(frozen=True)
class DomingosBiasVariance:
    """Domingos' parts of an error rate: ``error = bias + unbiased_variance - biased_variance``.

    The error is an unbiased estimate; the parts are not (see `bias_variance_domingos`).

    Attributes
    ----------
    error : float
        The proportion of wrong predictions over training sets and test points.
    bias : float
        The proportion of test points whose main prediction is wrong.
    variance : float
        The proportion of predictions that differ from the main one.
    unbiased_variance : float
        The part of the variance on points whose main prediction is right, so that a different
        prediction is an error.
    biased_variance : float
        The proportion of predictions that are right while the main prediction is wrong. With
        two classes the two parts add up to the variance; with more classes, a prediction can
        differ from a wrong main prediction and be wrong as well.
    """

    error: float
    bias: float
    variance: float
    unbiased_variance: float
    biased_variance: float


def training_set_predictions(
    estimator: Any,
    X: ArrayLike,
    y: ArrayLike,
    X_test: ArrayLike,
    *,
    n_sets: int = 50,
    size: int | None = None,
    method: str = "predict",
    random_state: Seed = None,
) -> np.ndarray:
    """Fit clones of an estimator to many training sets, and predict the same points with each.

    Parameters
    ----------
    estimator : estimator
        It is cloned for every training set; if it has a `random_state`, each
        clone is seeded separately.
    X : array-like of shape (n_samples, n_features)
        The data from which the training sets are drawn, without replacement within a set.
    y : array-like of shape (n_samples,)
    X_test : array-like of shape (n_test, n_features)
    n_sets : int, default=50
        Number of training sets, at least 1.
    size : int, optional
        Number of observations in each set, 1 to n_samples; by default half of n_samples.
    method : {"predict", "predict_proba"}, default="predict"
    random_state : None, int, Generator or RandomState

    Returns
    -------
    ndarray of shape (n_sets, n_test), or (n_sets, n_test, n_classes)
        For probabilities, the classes are those of y in sorted order; one that
        a training set lacks has probability 0.

    Raises
    ------
    ValueError
        If a parameter is out of range, or X and y do not fit together.
    """
    X, y = check_X_y(X, y, dtype=None, ensure_all_finite="allow-nan")
    size = len(X) // 2 if size is None else size
    for name, value, most in (("n_sets", n_sets, None), ("size", size, len(X))):
        if not isinstance(value, Integral) or value < 1 or (most and value > most):
            limit = f" and at most {most}, the number of observations" if most else ""
            raise ValueError(f"{name}={value!r} must be an integer, at least 1{limit}")
    if method not in ("predict", "predict_proba"):
        raise ValueError(f"method={method!r} must be 'predict' or 'predict_proba'")
    rng = generator(random_state)
    classes = np.unique(y)
    outputs = []
    for _ in range(n_sets):
        rows = rng.choice(len(X), size=size, replace=False)
        model = clone(estimator)
        if "random_state" in model.get_params(deep=False):
            model.set_params(random_state=int(rng.integers(2**31)))
        output = getattr(model.fit(X[rows], y[rows]), method)(X_test)
        if method == "predict_proba":
            known, output = output, np.zeros((len(output), len(classes)))
            output[:, np.searchsorted(classes, model.classes_)] = known
        outputs.append(output)
    return np.stack(outputs)


def bias_variance_squared(predictions: ArrayLike, y: ArrayLike) -> BiasVariance:
    r"""Estimate the squared bias and the variance of a learner from T training sets.

    With :math:`E_D` the mean over all training sets,

    .. math:: E_D (y - f)^2 = (y - E_D f)^2 + E_D (f - E_D f)^2

    at each test point, and therefore on average. With T training sets, only the mean
    :math:`\bar f` of T predictions is known. If it replaces :math:`E_D f`, its variance, which is
    1/T of that of one prediction, is counted as bias. It is therefore subtracted:

    .. math:: \widehat{\text{variance}} = \frac{1}{T - 1} \sum_t (f_t - \bar f)^2, \quad
        \widehat{\text{bias}^2} = (y - \bar f)^2 - \frac{\widehat{\text{variance}}}{T}

    Parameters
    ----------
    predictions : array-like of float, shape (n_sets, n)
        Row t holds the predictions of the model of training set t; at least 2 training sets.
    y : array-like of float, shape (n,)
        The targets. Their noise counts as bias. If E[y | x] is known, pass it instead, so that all
        three are free of noise.

    Returns
    -------
    BiasVariance
        Unbiased if the training sets are independent of each other. The two parts add up to
        the mean squared error of the predictions at hand.

    Raises
    ------
    ValueError
        If there are fewer than two training sets, shapes do not fit together, or a value is NaN
        or infinite.

    References
    ----------
    Geman, Bienenstock and Doursat, Neural networks and the bias/variance
    dilemma, Neural Computation 4(1), 1992. The correction: equation bias_variance.plug_in.
    """
    predictions, y = _numbers(predictions, y)
    n_sets = _at_least_two(predictions)
    variance = float(predictions.var(axis=0, ddof=1).mean())
    return BiasVariance(
        error=float(((predictions - y) ** 2).mean()),
        bias_squared=float(((predictions.mean(axis=0) - y) ** 2).mean()) - variance / n_sets,
        variance=variance,
    )


def bias_variance_kohavi_wolpert(predictions: ArrayLike, y: ArrayLike) -> BiasVariance:
    r"""Estimate the parts of an error rate by the squared distance of distributions.

    With :math:`p_c` the probability that a training set leads to class c,

    .. math:: 1 - p_y = \tfrac12 \sum_c (\mathbf 1_{c = y} - p_c)^2
        + \tfrac12 \Bigl(1 - \sum_c p_c^2\Bigr)

    at each test point, where the first term is the squared bias and the second the variance. The
    proportion :math:`\hat p_c` of T training sets has the variance :math:`p_c (1 - p_c)/T`. With
    proportions instead of probabilities, the first term is therefore too large on average by 1/T
    of the second, and the second is too small by the same amount. Both are corrected:

    .. math:: \widehat{\text{variance}} = \frac{T}{T - 1} \cdot \tfrac12 \Bigl(1 - \sum_c
        \hat p_c^2\Bigr), \quad \widehat{\text{bias}^2} = \tfrac12 \sum_c (\mathbf 1_{c = y}
        - \hat p_c)^2 - \frac{\widehat{\text{variance}}}{T}

    For two classes both parts are a quarter of those of `bias_variance_squared` on labels +1
    and -1.

    Parameters
    ----------
    predictions : array-like of labels, shape (n_sets, n)
        Row t holds the predictions of the model of training set t; at least 2 training sets.
    y : array-like of labels, shape (n,)
        Each point has one label, so the noise, which is a term of its own in the paper, is part of
        the bias here.

    Returns
    -------
    BiasVariance
        Unbiased if the training sets are independent of each other. The two parts add up to
        the error rate of the predictions at hand.

    Raises
    ------
    ValueError
        If there are fewer than two training sets, shapes do not fit together, or a label is
        missing.

    References
    ----------
    Kohavi and Wolpert, Bias plus variance decomposition for zero-one loss
    functions, ICML 1996, with the same correction of the bias.
    """
    predictions, y, classes = _labels(predictions, y)
    n_sets = _at_least_two(predictions)
    shares = _shares(predictions, classes)
    distance = (((classes[:, None] == y) - shares) ** 2).sum(axis=0).mean() / 2
    variance = float((1 - (shares**2).sum(axis=0)).mean() / 2 * n_sets / (n_sets - 1))
    return BiasVariance(
        error=float((predictions != y).mean()),
        bias_squared=float(distance) - variance / n_sets,
        variance=variance,
    )


def bias_variance_domingos(predictions: ArrayLike, y: ArrayLike) -> DomingosBiasVariance:
    """Decompose the error rate of many training sets by the main prediction.

    The main prediction at a point is the class that the models of most training sets predict; ties
    go to the class that comes first in sorted order. Where it is right, a different prediction is
    an error; where it is wrong, a different prediction may be right.

    The result describes the given training sets, because the main prediction of a few need not
    be that of all, and no correction is made. No correction can remove the bias of these
    estimates, whatever the number of sets, because the expected value of any estimate from T sets
    is a polynomial in the probabilities of the classes, whereas the main prediction jumps where
    the two largest are equal. The variance is underestimated, because the given predictions differ
    least from their own main prediction. The bias is most uncertain at points where two classes
    are nearly as frequent. Where that matters, compare the result with that of more training sets.

    Parameters
    ----------
    predictions : array-like of labels, shape (n_sets, n)
        Row t holds the predictions of the model of training set t; at least 2 training sets.
    y : array-like of labels, shape (n,)
        The noise of the labels counts as bias.

    Returns
    -------
    DomingosBiasVariance

    Raises
    ------
    ValueError
        If there are fewer than two training sets, shapes do not fit together, or a label is
        missing.

    References
    ----------
    Domingos, A unified bias-variance decomposition for zero-one and squared loss, AAAI
    2000; the two parts of the variance are so named by Valentini and
    Dietterich, Journal of Machine Learning Research 5, 2004.
    """
    predictions, y, classes = _labels(predictions, y)
    _at_least_two(predictions)
    main = classes[_shares(predictions, classes).argmax(axis=0)]
    biased, differs, right = main != y, predictions != main, predictions == y
    return DomingosBiasVariance(
        error=float(1 - right.mean()),
        bias=float(biased.mean()),
        variance=float(differs.mean()),
        unbiased_variance=float((differs & ~biased).mean()),
        biased_variance=float((right & biased).mean()),
    )


# Correlated errors: the members of one ensemble


@dataclass(frozen=True)
class ErrorCorrelation:
    r"""The parts of the squared error of an average of m base learners.

    .. math:: \mathrm{er}(f) = b^2 + \rho \sigma^2 + (1 - \rho)\,\sigma^2 / m

    All means are over points, for the given base learners. Bias and variance over training sets
    are different quantities (`bias_variance_squared`, equation bias_variance.two_ways).

    Attributes
    ----------
    m : int
        Number of base learners.
    error : float
        er(f), the mean squared error of the base learners' average.
    member_error : float
        The mean squared error of a base learner, averaged over base learners.
    bias : float
        b, the mean error over base learners and points.
    variance : float
        σ², the variance of a base learner's error over points, averaged over base learners.
    covariance : float
        ρσ², the covariance of two base learners' errors over points, averaged over
        all pairs of different base learners. Averaging more base learners does not reduce it.
    """

    m: int
    error: float
    member_error: float
    bias: float
    variance: float
    covariance: float

    @property
    def correlation(self) -> float:
        """ρ, mean covariance over mean variance; NaN if no error varies.

        If all base learners have the same variance, it is the mean of the pairwise
        correlation coefficients.
        """
        return self.covariance / self.variance if self.variance else float("nan")

    @property
    def independent(self) -> float:
        """(1 - ρ)σ²/m, the part that decreases when more base learners are averaged."""
        return (self.variance - self.covariance) / self.m


def error_correlation(predictions: ArrayLike, y: ArrayLike) -> ErrorCorrelation:
    """Compute how strongly the errors of an ensemble's base learners are correlated.

    The decomposition uses means over pairs and over base learners. It therefore holds exactly
    for any base learners; they need not have equal variances.

    Parameters
    ----------
    predictions : array-like of float, shape (m, n)
        Row k holds the predictions of base learner k, numbers or votes ±1; m is at least 2.
    y : array-like of float, shape (n,)
        The targets, or E[y | x] where it is known.

    Returns
    -------
    ErrorCorrelation

    Raises
    ------
    ValueError
        If there are fewer than two base learners, shapes do not fit together, or a
        value is NaN or infinite.

    References
    ----------
    Equations bagging.5 and bagging.6 without their assumption; Breiman, Random
    forests, Machine Learning 45(1), 2001, section 11.
    """
    predictions, y = _numbers(predictions, y)
    m, n = predictions.shape
    if m < 2:
        raise ValueError(f"predictions is of {m} base learner: a correlation needs at least two")
    errors = predictions - y
    centred = errors - errors.mean(axis=1, keepdims=True)
    covariances = centred @ centred.T / n
    variance = np.trace(covariances) / m
    return ErrorCorrelation(
        m=m,
        error=float((errors.mean(axis=0) ** 2).mean()),
        member_error=float((errors**2).mean()),
        bias=float(errors.mean()),
        variance=float(variance),
        covariance=float((covariances.sum() - m * variance) / (m * (m - 1))),
    )


# Votes: margins and error curves


def voting_margins(votes: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> np.ndarray:
    """Compute the margin of every observation in a weighted vote.

    It is the proportion of the weight that votes for the true class, minus that of the wrong
    class with the largest weight. The margin is 1 if all votes are right, -1 if all agree on one
    wrong class, and positive exactly if the vote is right. For labels ±1 it is
    y Σ α_k f_k(x) / Σ α_k.

    Parameters
    ----------
    votes : array-like of labels, shape (m, n)
        Row k holds the predictions of base learner k.
    y : array-like of labels, shape (n,)
    weights : array-like of float, shape (m,), optional
        The base learners' weights, such as `estimator_weights_`, at least 0 and not
        all 0; by default all 1.

    Returns
    -------
    ndarray of float, shape (n,)

    Raises
    ------
    ValueError
        If shapes do not fit together, a label is missing, or the weights are
        negative or all 0.

    References
    ----------
    Schapire, Freund, Bartlett and Lee, Boosting the margin, Annals of
    Statistics 26(5), 1998.
    """
    votes, y, classes = _labels(votes, y, "votes")
    weights = _weights(weights, len(votes))
    # not `@`: a margin may equal a threshold, and its sums must not depend on the processor
    tally = np.array([((votes == label) * weights[:, None]).sum(axis=0) for label in classes])
    right = classes[:, None] == y
    for_y = tally[right.argmax(axis=0), np.arange(len(y))]
    against = np.where(right, 0, tally).max(axis=0)
    return (for_y - against) / weights.sum()


def margin_distribution(margins: ArrayLike, thresholds: ArrayLike) -> np.ndarray:
    """Compute the proportion of observations whose margin is at most each threshold.

    Parameters
    ----------
    margins : array-like of float, shape (n,)
        The margins, as `voting_margins` returns them.
    thresholds : array-like of float, shape (t,)

    Returns
    -------
    ndarray of float, shape (t,)
        At threshold 0 it is the error rate, with ties counted as errors.

    Raises
    ------
    ValueError
        If there are no margins, or one of them or of the thresholds is NaN or infinite.
    """
    margins = np.asarray(margins)
    if margins.ndim != 1 or not len(margins):
        raise ValueError(
            f"margins has the shape {margins.shape}, and must hold one number at least"
        )
    margins = as_numbers(margins, "margins")
    thresholds = as_numbers(np.asarray(thresholds), "thresholds")
    return np.searchsorted(np.sort(margins), thresholds, side="right") / len(margins)


def cumulative_vote_errors(
    votes: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None
) -> np.ndarray:
    """Compute the error rate of the vote of the first base learner, the first two, ..., all m.

    Parameters
    ----------
    votes : array-like of labels, shape (m, n)
        Row k holds the predictions of base learner k.
    y : array-like of labels, shape (n,)
    weights : array-like of float, shape (m,), optional
        As for `voting_margins`.

    Returns
    -------
    ndarray of float, shape (m,)
        Ties go to the class that comes first in sorted order.

    Raises
    ------
    ValueError
        As for `voting_margins`.
    """
    votes, y, classes = _labels(votes, y, "votes")
    tallies = _tallies(votes, classes, _weights(weights, len(votes)))
    return np.array([(classes[tally.argmax(axis=0)] != y).mean() for tally in tallies])


def staged_errors(model: Any, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Compute the error after each stage of a fitted model that has ``staged_predict``.

    Parameters
    ----------
    model : fitted estimator
        For one without ``staged_predict`` see `cumulative_vote_errors`.
    X : array-like of shape (n, n_features)
    y : array-like of shape (n,)

    Returns
    -------
    ndarray of float, shape (n_stages,)
        The error rate of a classifier, the mean squared error of a regressor.

    Raises
    ------
    TypeError
        If the model has no ``staged_predict``.
    ValueError
        If X and y differ in length. For a regressor, if y holds other than finite numbers. For a
        classifier, if a label is missing, or y holds names where it was trained on numbers, or
        numbers where it was trained on names.
    """
    if not hasattr(model, "staged_predict"):
        raise TypeError(f"model={model!r} has no staged_predict")
    check_consistent_length(X, y)
    y = column_or_1d(y)
    stages = model.staged_predict(X)
    if is_classifier(model):
        _, y = _comparable(model.classes_, y, "classes of the model")
        return np.array([(stage != y).mean() for stage in stages])
    y = as_numbers(y)
    return np.array([((stage - y) ** 2).mean() for stage in stages])


# Probabilities


@dataclass(frozen=True)
class BrierParts:
    """A Brier score and its parts: ``score = reliability - resolution + uncertainty``.

    Attributes
    ----------
    score : float
        The mean squared difference of probabilities and outcomes, which are 0 or 1.
    reliability : float
        The mean squared difference of a predicted probability and the frequency of the outcome 1
        among the observations with that probability; 0 is best.
    resolution : float
        The mean squared difference of these frequencies and the overall frequency.
    uncertainty : float
        The score of always predicting the overall frequency.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float


def brier_parts(probabilities: ArrayLike, y: ArrayLike) -> BrierParts:
    """Decompose the Brier score by the values of the predicted probabilities (practice.brier).

    Parameters
    ----------
    probabilities : array-like of shape (n,)
        Observations with the same value form a group. If hardly any two values are equal, round
        them first; the score is then that of the rounded values.
    y : array-like of shape (n,)
        0 or 1.

    Returns
    -------
    BrierParts

    Raises
    ------
    ValueError
        If shapes differ, there are no observations, a probability is outside [0, 1], or y holds
        anything but 0 and 1.

    References
    ----------
    Murphy, A new vector partition of the probability score, Journal of Applied Meteorology 12,
    595-600, 1973.
    """
    p = as_numbers(column_or_1d(probabilities), "probabilities").astype(float)
    happened = as_numbers(column_or_1d(y)).astype(float)
    check_consistent_length(p, happened)
    if not len(p):
        raise ValueError("probabilities is empty, and must hold one at least")
    if not np.all((p >= 0) & (p <= 1)):
        raise ValueError(f"probabilities={reprlib.repr(p.tolist())} must be between 0 and 1")
    if not np.isin(happened, (0, 1)).all():
        raise ValueError(f"y={reprlib.repr(happened.tolist())} must be 0 or 1")
    said, group = np.unique(p, return_inverse=True)
    rows = np.bincount(group)
    often, overall = np.bincount(group, happened) / rows, happened.mean()
    share = rows / len(p)
    return BrierParts(
        score=float(((p - happened) ** 2).mean()),
        reliability=float((share * (said - often) ** 2).sum()),
        resolution=float((share * (often - overall) ** 2).sum()),
        uncertainty=float(overall * (1 - overall)),
    )


# What comes in


def _numbers(predictions: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    predictions, y = _fitting(predictions, y, "predictions")
    return as_numbers(predictions, "predictions").astype(float), as_numbers(y).astype(float)


def _labels(
    predictions: ArrayLike, y: ArrayLike, name: str = "predictions"
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return predictions, which errors call by `name`, y and the classes of either, sorted."""
    predictions, y = _comparable(*_fitting(predictions, y, name), name)
    return predictions, y, np.union1d(predictions, y)


def _fitting(predictions: ArrayLike, y: ArrayLike, name: str) -> tuple[np.ndarray, np.ndarray]:
    predictions = check_array(predictions, dtype=None, input_name=name)
    y = check_array(y, dtype=None, ensure_2d=False, input_name="y")
    if y.shape != predictions.shape[1:]:
        raise ValueError(
            f"y of shape {y.shape} does not fit {name} of shape {predictions.shape}: there "
            "must be a row of the matrix for each model, and a column for each value of y"
        )
    return predictions, y


def _comparable(labels: np.ndarray, y: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Check that both hold names, or both numbers."""
    labels, y = _names_or_numbers(labels, name), _names_or_numbers(y, "y")
    if (labels.dtype.kind == "U") != (y.dtype.kind == "U"):
        raise ValueError(
            f"{name} are {labels.dtype} and y is {y.dtype}: one has names for classes "
            "and the other numbers"
        )
    return labels, y


def _at_least_two(predictions: np.ndarray) -> int:
    """Return the number of training sets, which must be 2 at least."""
    n_sets = len(predictions)
    if n_sets < 2:
        raise ValueError(f"predictions is of {n_sets} training set: a variance needs at least two")
    return n_sets


def _names_or_numbers(labels: np.ndarray, name: str) -> np.ndarray:
    """Return labels, which may be objects, as an array of one kind."""
    named = [isinstance(one, str) for one in labels.flat] if labels.dtype == object else []
    if any(named) and all(named):
        return labels.astype(str)
    if any(named):
        raise ValueError(f"{name}={reprlib.repr(labels.tolist())} must hold names, or numbers")
    return labels if labels.dtype.kind == "U" else as_numbers(labels, name)


def _shares(predictions: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Compute the share of observations that predict each class: (n_classes, n)."""
    return np.array([(predictions == label).mean(axis=0) for label in classes])


def _weights(weights: ArrayLike | None, m: int) -> np.ndarray:
    if weights is None:
        return np.ones(m)
    weights = as_numbers(np.asarray(weights), "weights").astype(float)
    if weights.shape != (m,) or weights.min() < 0 or weights.sum() == 0:
        raise ValueError(
            f"weights={weights!r} must be one number for each of {m} base learners, "
            "none below 0 and not all 0"
        )
    return weights


def _tallies(votes: np.ndarray, classes: np.ndarray, weights: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the weight of each class after each base learner's vote: (n_classes, n), updated."""
    tally = np.zeros((len(classes), votes.shape[1]))
    points = np.arange(votes.shape[1])
    for vote, weight in zip(votes, weights, strict=True):
        tally[np.searchsorted(classes, vote), points] += weight
        yield tally

"""Ensembles of different learners: the majority vote and its error rate."""

from __future__ import annotations

from contextlib import suppress
from numbers import Integral
from typing import Any, Self

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike
from sklearn.base import ClassifierMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from ensemblelab._arguments import check_integer
from ensemblelab._model import Model, check_kind, takes_missing
from ensemblelab._sklearn import (
    BaseComposition,
    StrOptions,
    check_classes,
    check_targets,
    fit_context,
    note_features,
)
from ensemblelab.bootstrap import Seed, generator

__all__ = [
    "CommitteeClassifier",
    "NamedMembers",
    "chernoff_bound",
    "committee_error",
    "correlated_error",
    "hoeffding_bound",
]


class NamedMembers(Model, BaseComposition):
    """What ensembles of different learners share: base learners with a name each.

    They receive X as it is given, a DataFrame with its column names, and each base learner decides
    which values it accepts.
    """

    estimators: list[tuple[str, Any]]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # What is wrong with `estimators`, `fit` says.
        with suppress(AttributeError, TypeError, ValueError):
            members = [member for _, member in self.estimators]
            tags.input_tags.allow_nan = all(takes_missing(member) for member in members)
            tags.input_tags.sparse = all(get_tags(member).input_tags.sparse for member in members)
        return tags

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, those of the base learners as ``name__parameter``."""
        return self._get_params("estimators", deep=deep)

    def set_params(self, **params: Any) -> Self:
        """Set parameters, a whole base learner by its name, or a base learner's own."""
        return self._set_params("estimators", **params)

    def _members(self) -> dict[str, Any]:
        """Return each base learner by its name; raise an error if `estimators` is ill-formed."""
        if not self.estimators or not all(
            isinstance(member, tuple) and len(member) == 2 and isinstance(member[0], str)
            for member in self.estimators
        ):
            raise ValueError(
                f"estimators={self.estimators!r} must be a list of (name, estimator), at least one"
            )
        self._validate_names([name for name, _ in self.estimators])
        for name, member in self.estimators:
            if not hasattr(member, "fit") or not hasattr(member, "predict"):
                raise ValueError(f"estimators: {name!r} is {member!r}, which is no estimator")
        return dict(self.estimators)


class CommitteeClassifier(ClassifierMixin, NamedMembers):
    r"""The majority vote of different learners, all trained on the same data.

    For two classes this is the sign of the sum of votes ±1:

    .. math:: f(x) = \operatorname{sign} \sum_{k=1}^{m} f_k(x)

    An ensemble of an even number of base learners can split evenly. The sign of 0 is then decided
    by the parameter `ties`.

    Parameters
    ----------
    estimators : list of (str, estimator)
        The base learners with a name each, at least one.
    ties : {"first", "random"}, default="first"
        Which of the classes with the most votes is predicted: the one that comes first
        in `classes_`, or one drawn at random for each observation, and alike
        in each call on the same observations.
    n_jobs : int, optional
        Processes for fitting, as in joblib. The result does not depend on it.
    random_state : None, int, Generator or RandomState
        Seed of the ties; only with ``ties="random"``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    estimators_ : list of m fitted estimators
    n_features_in_ : int

    Raises
    ------
    ValueError
        For an empty or ill-formed `estimators`, two base learners of one name, a
        regressor among them, X and y of different lengths, a y that is not made of
        classes, and an X that a base learner refuses; the message names what is
        wrong.

    Notes
    -----
    Source: ``committee.vote``. Base learners receive X as it is given, so each decides whether it
    accepts missing values, and a pipeline may choose columns of a DataFrame by name.

    Examples
    --------
    >>> from ensemblelab import CommitteeClassifier, Perceptron
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> learners = [("line", Perceptron(random_state=0)), ("near", KNeighborsClassifier(1))]
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"]
    >>> CommitteeClassifier(learners).fit(X, y).predict([[0.5], [2.5]])
    array(['a', 'b'], dtype='<U1')
    """

    _parameter_constraints = {
        "estimators": [list],
        "ties": [StrOptions({"first", "random"})],
        "n_jobs": [Integral, None],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimators: list[tuple[str, Any]],
        *,
        ties: str = "first",
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        self.estimators = estimators
        self.ties = ties
        self.n_jobs = n_jobs
        self.random_state = random_state

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit every base learner to the same data.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        members = self._members().values()
        for member in members:
            check_kind("estimators", member, self)
        y = check_targets(self, X, y)
        note_features(self, X, reset=True)
        check_classes(y)
        self.classes_ = np.unique(y)
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(clone(member).fit)(X, y) for member in members
        )
        # A draw for the whole life of the model, so that predict repeats itself.
        self._tie_seed = int(generator(self.random_state).integers(2**31))
        return self

    def votes(self, X: ArrayLike) -> np.ndarray:
        """Count, for each observation, the base learners that voted for each class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of int, shape (n_samples, n_classes)
            The votes for an observation sum to the number of base learners.
        """
        check_is_fitted(self)
        note_features(self, X, reset=False)
        return sum(
            (member.predict(X)[:, None] == self.classes_).astype(int) for member in self.estimators_
        )

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the class with the most votes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        votes = self.votes(X)
        if self.ties == "random":  # less than half a vote decides between equals only
            votes = votes + 0.5 * np.random.default_rng(self._tie_seed).random(votes.shape)
        return self.classes_[votes.argmax(axis=1)]


def committee_error(m: int, error: ArrayLike, ties: str = "random") -> float:
    r"""Compute the error of the majority vote of m independent experts.

    .. math:: P(S > m/2) + c \, P(S = m/2), \quad S = \text{number of experts that are wrong}

    with c = 0, 1/2, or 1 by the rule for ties, which occur only for an even m.
    S has a binomial distribution if all experts have the same error rate, and a Poisson-binomial
    distribution otherwise; one convolution per expert gives either distribution.

    Parameters
    ----------
    m : int
        Number of experts, at least 1.
    error : float, or array-like of shape (m,)
        The error rate of every expert, or of each, between 0 and 1.
    ties : {"right", "random", "wrong"}, default="random"
        What an evenly split vote counts as.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If an argument is out of range or `error` has another length than m.

    Notes
    -----
    Source: ``committee.binomial``; Hansen and Salamon (1990), Neural network
    ensembles.

    Examples
    --------
    >>> [round(committee_error(10, 0.3, ties), 3) for ties in ("right", "random", "wrong")]
    [0.047, 0.099, 0.15]
    """
    rates = _error_rates(m, error)
    shares = {"right": 0.0, "random": 0.5, "wrong": 1.0}
    if ties not in shares:
        raise ValueError(f"ties={ties!r} must be one of {sorted(shares)}")
    wrong = np.ones(1)  # wrong[s] is P(S = s)
    for rate in rates:
        wrong = np.convolve(wrong, [1 - rate, rate])
    tied = wrong[m // 2] if m % 2 == 0 else 0.0
    return float(wrong[m // 2 + 1 :].sum() + shares[ties] * tied)


def correlated_error(m: int, mu: float, rho: float, dependence: str = "common source") -> float:
    r"""Compute the error of the majority vote of m experts with correlated errors.

    The correlation of two experts' errors does not determine it: two kinds of dependence that have
    the same correlation give different votes.

    Parameters
    ----------
    m : int
        Number of experts, at least 1. A tie of an even number counts as half an error.
    mu : float
        Each expert's probability of an error, in [0, 1].
    rho : float
        The correlation of the errors of any two experts, in [0, 1].
    dependence : {"common source", "unequal cases"}
        With a common source, an expert repeats its judgment with probability :math:`\sqrt\rho`
        and judges independently otherwise; source and experts are wrong with probability mu. With
        unequal cases, the experts are wrong independently, with a probability that depends on the
        case and follows the beta distribution of mean mu and variance
        :math:`\rho \mu (1 - \mu)`.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If m, mu, rho or dependence is not one of those.

    Notes
    -----
    Source: ``committee.mixture``; Berg (1993), Condorcet's jury theorem, dependency
    among jurors.

    Examples
    --------
    >>> [round(correlated_error(999, 0.3, 0.1, by), 3) for by in ("common source", "unequal cases")]
    [0.274, 0.101]
    """
    check_integer("m", m, 1)
    for name, value in (("mu", mu), ("rho", rho)):
        if not 0 <= value <= 1:
            raise ValueError(f"{name}={value} must be between 0 and 1")
    if dependence == "common source":
        q = np.sqrt(rho)
        misled, informed = (committee_error(m, q * wrong + (1 - q) * mu) for wrong in (1, 0))
        return float(mu * misled + (1 - mu) * informed)
    if dependence != "unequal cases":
        raise ValueError(f"dependence={dependence!r} must be 'common source' or 'unequal cases'")
    if rho == 0 or mu in (0, 1):
        return committee_error(m, mu)
    if rho == 1:
        return float(mu)
    from scipy.stats import betabinom  # takes as long as all else here, and only this needs it

    wrong = betabinom(m, mu * (1 / rho - 1), (1 - mu) * (1 / rho - 1))
    return float(wrong.sf(m // 2) + (wrong.pmf(m // 2) / 2 if m % 2 == 0 else 0))


def hoeffding_bound(m: int, error: ArrayLike) -> float:
    r"""Bound the error of m independent experts, by Hoeffding's inequality.

    .. math:: P(S \geq m/2) \leq e^{-2 m (1/2 - \bar\mu)^2}

    for a mean error rate :math:`\bar\mu` of at most 1/2; the bound is 1 above it. Ties count as
    errors, so the bound holds for every rule for ties.

    Parameters
    ----------
    m : int
        Number of experts, at least 1.
    error : float, or array-like of shape (m,)
        The error rate of every expert, or of each, between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If an argument is out of range or `error` has another length than m.

    Notes
    -----
    Source: ``committee.hoeffding``; Hoeffding (1963), Probability inequalities for
    sums of bounded random variables.
    """
    mean = _error_rates(m, error).mean()
    return float(np.exp(-2 * m * max(0.5 - mean, 0.0) ** 2))


def chernoff_bound(m: int, error: ArrayLike) -> float:
    r"""Bound the error of m independent experts, by Chernoff's inequality.

    .. math:: P(S \geq m/2) \leq \left( 2 \sqrt{\bar\mu (1 - \bar\mu)} \right)^m

    for a mean error rate :math:`\bar\mu` of at most 1/2; the bound is 1 above it. It is
    never above Hoeffding's bound, and has the form of AdaBoost's bound on
    its training error, the product of :math:`Z_t = 2 \sqrt{\epsilon_t (1 -
    \epsilon_t)}`.

    Parameters
    ----------
    m : int
        Number of experts, at least 1.
    error : float, or array-like of shape (m,)
        The error rate of every expert, or of each, between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If an argument is out of range or `error` has another length than m.

    Notes
    -----
    Source: ``committee.chernoff``; Hoeffding (1963), theorem 1, which also covers
    unequal rates by their mean.
    """
    mean = min(_error_rates(m, error).mean(), 0.5)
    return float((2 * np.sqrt(mean * (1 - mean))) ** m)


def _error_rates(m: int, error: ArrayLike) -> np.ndarray:
    """Return one error rate per expert; raise an error if they are none."""
    check_integer("m", m, 1)
    rates = np.asarray(error, dtype=float)
    if rates.shape not in ((), (m,)):
        raise ValueError(f"error has shape {rates.shape}: give one rate, or m={m} rates")
    if not np.all((rates >= 0) & (rates <= 1)):
        raise ValueError(f"error={error!r} must lie between 0 and 1")
    return np.broadcast_to(rates, (m,))

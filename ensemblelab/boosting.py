"""Boosting of trees, round by round: the code that gradient boosting and XGBoost share.

f_0(x) = a constant
for m = 1 .. M:
    g_i, h_i = the derivatives of the loss at f_{m-1}(x_i)
    grow a tree F_m to g and h
    f_m(x) = f_{m-1}(x) + F_m(x)
output f_M

For K > 2 classes there are K such functions, and K trees a round.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from ensemblelab._model import Model
from ensemblelab._old_names import find_renamed
from ensemblelab._probabilities import Probabilities
from ensemblelab._sklearn import check_classes
from ensemblelab.losses import ClassLoss, Loss
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.blocks import StoredBins
from ensemblelab.trees.predicting import leaves, sum_of_predictions
from ensemblelab.trees.tree import Tree

__all__ = [
    "Boosted",
    "BoostedClassifier",
    "BoostedRegressor",
    "GradientStatistics",
    "Observations",
    "Watch",
]

if not TYPE_CHECKING:  # for mypy, a module has only what stands in it
    __getattr__ = partial(find_renamed, __name__)


@dataclass(frozen=True)
class Observations:
    """Validated observations with their weights and their targets, encoded as the loss needs them.

    Attributes
    ----------
    X : ndarray of shape (n, d), or StoredBins
    y, weight : ndarray of shape (n,)
    """

    X: Any
    y: np.ndarray
    weight: np.ndarray

    def of(self, which: np.ndarray) -> Observations:
        """Return some of them, by index or mask."""
        return Observations(self.X[which], self.y[which], self.weight[which])

    def without(self, which: np.ndarray) -> Observations:
        """Return those that a mask does not mark."""
        return self.of(~which) if which.any() else self

    def leaves(self, tree: Tree, known: np.ndarray) -> np.ndarray:
        """Find, in place, the leaves of observations not used for the tree, -1 in `known`."""
        if np.any(outside := known < 0):
            if isinstance(self.X, StoredBins):
                for first, X in self.X.values():
                    part = slice(first, first + len(X))
                    known[part][outside[part]] = leaves(tree, X[outside[part]])
            else:
                known[outside] = leaves(tree, self.X[outside])
        return known


class GradientStatistics(NamedTuple):
    """The gradient statistics that one tree of a round is grown from, and its column of f.

    Attributes
    ----------
    f, g, h : ndarray of shape (n,)
        The function so far, and the derivatives of the loss there.
    weight : ndarray of shape (n,)
        Zero for observations that this round does not use.
    """

    f: np.ndarray
    g: np.ndarray
    h: np.ndarray
    weight: np.ndarray


class Boosted(Model):
    """The sum of `init_` and the trees of `estimators_`, made round by round."""

    n_estimators: int
    init_: Any
    estimators_: list[list[Tree]]
    n_features_in_: int
    _loss: Loss
    _numeric: bool  # what y is made of: numbers, or classes

    def _boost(
        self, rows: Observations, bins: Bins | StoredBins, rng: np.random.Generator, watch: Watch
    ) -> None:
        """Add trees to those of `estimators_`: the algorithm of the module's docstring."""
        f = self._start(rows.X)
        self._add(self.estimators_, rows.X, f)  # if it goes on
        while len(self.estimators_) < self.n_estimators:
            weight = self._draw_rows(rows.weight, rng)
            g, h = self._derivatives(rows.y, f, weight)
            trees = []
            for k in range(f[:1].size):
                statistics = GradientStatistics(_column(f, k), _column(g, k), _column(h, k), weight)
                tree, leaf = self._grow(rows, bins, statistics, rng)
                statistics.f[:] += tree.value[leaf, 0]  # a view: f moves
                del leaf  # a number a row, for which the next tree has use
                trees.append(tree)
            self.estimators_.append(trees)
            if watch.stops(trees, rows, f, weight):
                break

    def _draw_rows(
        self, weight: NDArray[np.float64], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return the weights of a round: zero for observations that it leaves out."""
        raise NotImplementedError

    def _derivatives(
        self, y: np.ndarray, f: np.ndarray, weight: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return g and h, both of f's shape."""
        raise NotImplementedError

    def _grow(
        self,
        rows: Observations,
        bins: Any,
        statistics: GradientStatistics,
        rng: np.random.Generator,
    ) -> tuple[Tree, np.ndarray]:
        """Grow a tree whose values are what f moves by, and give every observation's leaf."""
        raise NotImplementedError

    def _score(self, y: np.ndarray, f: np.ndarray, weight: np.ndarray) -> float:
        """Score f; less is better."""
        raise NotImplementedError

    def _stalled(self, scores: list[float]) -> bool:
        """Return whether to stop, by the scores of the observations watched, round by round."""
        raise NotImplementedError

    def _rounds(self) -> list[list[Tree]]:
        """Return the rounds that predictions use."""
        return self.estimators_

    def _start(self, X: Any) -> NDArray[np.floating]:
        """f_0 of some observations: (n,), or (n, K) with one tree per class and round."""
        return np.full((len(X), *np.shape(self.init_)), self.init_)

    def _add(
        self, rounds: list[list[Tree]], X: NDArray[np.floating], f: NDArray[np.floating]
    ) -> None:
        """Add the trees of some rounds to f, in place."""
        for k, trees in enumerate(zip(*rounds, strict=True)):
            sum_of_predictions(trees, X, _column(f, k)[:, None])

    def _validate(self, X: ArrayLike) -> NDArray[np.floating]:
        """Check observations to predict."""
        raise NotImplementedError

    def _begin(self, X: ArrayLike) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """Check X, and give it with its f_0."""
        check_is_fitted(self, "estimators_")
        X = self._validate(X)
        return X, self._start(X)

    def _staged(self, X: ArrayLike) -> Iterator[NDArray[np.floating]]:
        """Yield f_1, f_2, ...; each must be used before the next is asked for."""
        X, f = self._begin(X)
        for trees in self._rounds():
            self._add([trees], X, f)
            yield f

    def _final(self, X: ArrayLike) -> NDArray[np.floating]:
        X, f = self._begin(X)
        self._add(self._rounds(), X, f)
        return f

    def apply(self, X: ArrayLike) -> NDArray[np.intp]:
        """Find the leaf of each observation in each tree.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of int, shape (n_samples, rounds), or (n_samples, rounds, n_classes)
            Node numbers; the last axis for more than two classes.
        """
        check_is_fitted(self, "estimators_")
        X = self._validate(X)
        found = np.array([[leaves(tree, X) for tree in trees] for trees in self._rounds()])
        return found.transpose(2, 0, 1) if found.shape[1] > 1 else found[:, 0].T

    def _importances(self, kind: str) -> NDArray[np.float64]:
        """Count the splits on each feature, or add up or average their gain or H; shares of 1."""
        count, gain, cover = np.zeros((3, self.n_features_in_))
        for trees in self._rounds():
            for tree in trees:
                inner = ~tree.is_leaf
                np.add.at(count, tree.feature[inner], 1)
                np.add.at(gain, tree.feature[inner], tree.gain[inner])
                np.add.at(cover, tree.feature[inner], tree.H[inner])
        importance = {"weight": count, "gain": gain, "cover": cover}[kind.removeprefix("total_")]
        if kind in ("gain", "cover"):
            importance = importance / np.maximum(count, 1)
        total = importance.sum()
        return importance / total if total > 0 else importance


def _column(a: NDArray[np.floating], k: int) -> NDArray[np.floating]:
    """View of the numbers that tree k of a round deals with."""
    return a if a.ndim == 1 else a[:, k]


class Watch:
    """Evaluates sets of observations after each round, for progress lines and early stopping.

    Parameters
    ----------
    model : Boosted
    watched : list of Observations
    verbose : int
        Print the scores and the remaining time after each so many rounds; 0 prints nothing.
    training : bool
        Whether the observations that each round was fitted to are scored as well.

    Attributes
    ----------
    scores : list of lists of float
        The scores of each of `watched`; the last of them decides on early stopping.
    training : list of float
    """

    def __init__(
        self, model: Boosted, watched: list[Observations], verbose: int = 0, training: bool = False
    ) -> None:
        self.model, self.watched, self.verbose = model, watched, verbose
        self.f = [model._start(rows.X) for rows in watched]
        for rows, f in zip(watched, self.f, strict=True):
            model._add(model.estimators_, rows.X, f)
        self.scores: list[list[float]] = [[] for _ in watched]
        self.score_training, self.training = training, list[float]()
        self.before, self.started = len(model.estimators_), time.monotonic()

    def stops(
        self, trees: list[Tree], rows: Observations, f: np.ndarray, weight: np.ndarray
    ) -> bool:
        """Record the scores of a round; return whether to stop early."""
        for seen, f_seen, scores in zip(self.watched, self.f, self.scores, strict=True):
            self.model._add([trees], seen.X, f_seen)
            scores.append(self.model._score(seen.y, f_seen, seen.weight))
        if self.score_training:
            self.training.append(self.model._score(rows.y, f, weight))
        done = len(self.model.estimators_)
        if self.verbose and done % self.verbose == 0:
            print(self._line(done, self.model._score(rows.y, f, rows.weight)))
        return bool(self.watched) and self.model._stalled(self.scores[-1])

    def _line(self, done: int, train: float) -> str:
        total = self.model.n_estimators
        left = (time.monotonic() - self.started) / (done - self.before) * (total - done)
        rows = [("train", train)] + [(f"validation_{i}", s[-1]) for i, s in enumerate(self.scores)]
        scores = "  ".join(f"{name} {score:.5f}" for name, score in rows)
        return f"round {done} of {total}  {scores}  about {left:.0f} s left"


class BoostedRegressor(RegressorMixin, Boosted):
    """A boosted regressor, whose prediction is f."""

    _numeric = True

    def predict(self, X: ArrayLike) -> NDArray[np.floating]:
        """Predict f_M(X).

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
            Of the type of `init_`.
        """
        return self._final(X)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[np.floating]]:
        """Yield f_1(X), f_2(X), ...

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for f in self._staged(X):
            yield f.copy()


class BoostedClassifier(ClassifierMixin, Probabilities, Boosted):
    """A boosted classifier; the loss's link function turns f into class probabilities."""

    classes_: NDArray[Any]
    _loss: ClassLoss
    _numeric = False

    def _encode(self, y: NDArray[Any], weight: NDArray[np.float64]) -> NDArray[np.intp]:
        """Set `classes_`, and number them: 0, 1, ..."""
        check_classes(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        n_classes = np.count_nonzero(np.bincount(codes, weight))
        if n_classes < 2:
            raise ValueError(
                f"y holds {n_classes} class with non-zero weight; "
                "a classifier needs two classes at least"
            )
        return codes

    def _probabilities(self, f: NDArray[np.floating]) -> NDArray[np.float64]:
        return self._loss.probabilities(f.astype(float))

    def _decide(self, f: NDArray[np.floating]) -> NDArray[Any]:
        return self.classes_[(f > 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]

    def decision_function(self, X: ArrayLike) -> NDArray[np.floating]:
        """Compute f_M(X), which the library xgboost calls the margin.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_classes)
            Of the type of `init_`; a column for each class if there are more than two.
        """
        return self._final(X)

    def staged_decision_function(self, X: ArrayLike) -> Iterator[NDArray[np.floating]]:
        """Yield f_1(X), f_2(X), ...

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,), or (n_samples, n_classes)
        """
        for f in self._staged(X):
            yield f.copy()

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Compute class probabilities from f_M(X).

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._probabilities(self._final(X))

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield the class probabilities after each round.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples, n_classes)
        """
        for f in self._staged(X):
            yield self._probabilities(f)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the most probable class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._decide(self._final(X))

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """Yield the most probable class after each round.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for f in self._staged(X):
            yield self._decide(f)

"""Stacking: a final estimator that combines the predictions of the base learners.

split the observations into folds
for k = 1 .. m:
    for each fold: fit a copy of f_k to the other folds
        z_ik = its prediction for each observation i of this fold           stacking.level_one
fit g to the pairs of (z_i1, ..., z_im) and y_i
fit every f_k to all observations
output f(x) = g(f_1(x), ..., f_m(x))
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin, RegressorMixin, clone, is_classifier, is_regressor
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import check_cv, cross_val_predict
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from ensemblelab._model import check_kind
from ensemblelab._sklearn import (
    Estimator,
    HasMethods,
    StrOptions,
    available_if,
    check_classes,
    check_targets,
    fit_context,
    note_features,
)
from ensemblelab.committees import NamedMembers

__all__ = ["StackingClassifier", "StackingRegressor"]

METHODS = ("predict_proba", "decision_function", "predict")  # the first that a member has


class _Stacking(NamedMembers):
    """What both tasks share: the out-of-fold answers, and who learns from them."""

    cv: Any
    final_estimator: Estimator | None
    passthrough: bool
    n_jobs: int | None
    n_features_in_: int

    _parameter_constraints = {
        "estimators": [list],
        "final_estimator": [HasMethods(["fit", "predict"]), None],
        "cv": ["cv_object"],
        "passthrough": ["boolean"],
        "n_jobs": [Integral, None],
    }

    def _method(self, member: Any) -> str:
        """Return the name of the method by which a base learner answers."""
        raise NotImplementedError

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse &= not self.passthrough
        return tags

    def _fit(self, X: Any, y: np.ndarray, final_estimator: Any) -> Self:
        members = self._members()
        note_features(self, X, reset=True)
        beside = self._beside(X)
        self.methods_ = [self._method(member) for member in members.values()]
        # One list, so that every member is asked about the same folds, however they are drawn.
        folds = list(check_cv(self.cv, y, classifier=is_classifier(self)).split(X, y))
        if not folds:
            raise ValueError(f"cv={self.cv!r} gives no folds")
        answers = Parallel(n_jobs=self.n_jobs)(
            delayed(cross_val_predict)(member, X, y, cv=folds, method=method)
            for member, method in zip(members.values(), self.methods_, strict=True)
        )
        self.level_one_ = self._columns(answers, beside)
        self.final_estimator_ = clone(final_estimator).fit(self.level_one_, y)
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(clone(member).fit)(X, y) for member in members.values()
        )
        return self

    def _beside(self, X: Any) -> list[NDArray[np.float64]]:
        """Return what the final estimator gets beside the answers."""
        if not self.passthrough:
            return []
        return [check_array(X, dtype=np.float64, ensure_all_finite=False, input_name="X")]

    def _columns(
        self, answers: list[np.ndarray], beside: list[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """Put the base learners' predictions side by side, of two probabilities the second."""
        columns = [
            answer[:, 1:] if method == "predict_proba" and answer.shape[1] == 2 else answer
            for answer, method in zip(answers, self.methods_, strict=True)
        ]
        return np.column_stack([*columns, *beside]).astype(float)

    def answers(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the predictions of the base learners, which are the final estimator's features.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_columns)
            The columns of `level_one_`, from base learners that were fitted to all training
            observations.
        """
        check_is_fitted(self)
        note_features(self, X, reset=False)
        beside = self._beside(X)
        answers = [
            getattr(member, method)(X)
            for member, method in zip(self.estimators_, self.methods_, strict=True)
        ]
        return self._columns(answers, beside)


class StackingRegressor(RegressorMixin, _Stacking):
    r"""A regressor that is fitted to the predictions of other regressors.

    .. math:: f(x) = g(f_1(x), \dots, f_m(x))

    The final estimator g is fitted to out-of-fold predictions, which each base learner makes for
    the observations of one fold after it was fitted to the other folds.

    Parameters
    ----------
    estimators : list of (str, estimator)
        The base learners with a name each, at least one.
    final_estimator : estimator, optional
        By default `sklearn.linear_model.RidgeCV`.
    cv : int, splitter or iterable of (train, test), optional
        The number of folds, at least 2, or one of scikit-learn's other ways to define them. By
        default 5. With a number, the observations are not shuffled; if they are sorted, give a
        splitter that shuffles them.
    passthrough : bool, default=False
        Whether g receives X in addition to the predictions; X must then hold numbers.
    n_jobs : int, optional
        Processes for fitting, one base learner each, as in joblib. The result does not depend on
        it.

    Attributes
    ----------
    estimators_ : list of m fitted estimators
        They were fitted to all observations.
    final_estimator_ : fitted estimator
    level_one_ : ndarray of shape (n_samples, n_columns)
        The out-of-fold predictions to which `final_estimator_` was fitted.
    methods_ : list of m str
        The method by which each base learner predicts.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For an empty or ill-formed `estimators`, two base learners of one name, a classifier among
        them or as `final_estimator`, folds in which an observation is tested twice or never, NaN
        or infinity in y, X and y of different lengths, an X that a base learner refuses, and
        parameters out of range; the message names what is wrong.

    Notes
    -----
    Source: stacking.level_one; Wolpert (1992), Stacked generalization; Breiman (1996), Stacked
    regressions. Base learners receive X as it is given, so each decides whether it accepts missing
    values, and a pipeline may choose columns of a DataFrame by name.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> from ensemblelab import DecisionTreeRegressor, StackingRegressor
    >>> estimators = [("tree", DecisionTreeRegressor()), ("line", LinearRegression())]
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 3.0]
    >>> StackingRegressor(estimators, cv=2).fit(X, y).level_one_.round(9)
    array([[2., 0.],
           [2., 1.],
           [1., 2.],
           [1., 3.]])
    """

    def __init__(
        self,
        estimators: list[tuple[str, Any]],
        final_estimator: Estimator | None = None,
        *,
        cv: Any = None,
        passthrough: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.final_estimator = final_estimator
        self.cv = cv
        self.passthrough = passthrough
        self.n_jobs = n_jobs

    def _method(self, member: Any) -> str:
        check_kind("estimators", member, self)
        return "predict"

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit the final estimator to out-of-fold predictions, and every base learner to all data.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        y = check_targets(self, X, y, y_numeric=True)
        final = RidgeCV() if self.final_estimator is None else self.final_estimator
        if not is_regressor(final):
            raise ValueError(f"final_estimator={final!r} must be a regressor")
        return self._fit(X, y, final)

    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the final estimator's predictions from those of the base learners.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        answers = self.answers(X)
        return self.final_estimator_.predict(answers)


class StackingClassifier(ClassifierMixin, _Stacking):
    r"""A classifier that is fitted to the predictions of other classifiers.

    .. math:: f(x) = g(f_1(x), \dots, f_m(x))

    The final estimator g is fitted to out-of-fold predictions, which each base learner makes for
    the observations of one fold after it was fitted to the other folds. The predictions are class
    probabilities (with two classes, that of the second); where a base learner has none, they are
    its decision values, or its classes by their number in `classes_`.

    Parameters
    ----------
    estimators : list of (str, estimator)
        The base learners with a name each, at least one.
    final_estimator : estimator, optional
        By default `sklearn.linear_model.LogisticRegression`.
    cv : int, splitter or iterable of (train, test), optional
        The number of folds, at least 2, or one of scikit-learn's other ways to define them. By
        default 5. With a number, the folds are stratified by class and not shuffled.
    stack_method : {"auto", "predict_proba", "decision_function", "predict"}, default="auto"
        The method of the base learners; "auto" takes for each the first of these that it has.
    passthrough : bool, default=False
        Whether g receives X in addition to the predictions; X must then hold numbers.
    n_jobs : int, optional
        Processes for fitting, one base learner each, as in joblib. The result does not depend on
        it.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    estimators_ : list of m fitted estimators
        They were fitted to all observations, with the classes as 0 .. n_classes - 1.
    final_estimator_ : fitted estimator
    level_one_ : ndarray of shape (n_samples, n_columns)
        The out-of-fold predictions to which `final_estimator_` was fitted.
    methods_ : list of m str
        The method by which each base learner predicts.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For an empty or ill-formed `estimators`, two base learners of one name, a base learner
        without `stack_method`, a `final_estimator` that is no classifier, folds in which an
        observation is tested twice or never, X and y of different lengths, a y that is not made of
        two classes at least, an X that a base learner refuses, and parameters out of range; the
        message names what is wrong.

    Notes
    -----
    Source: stacking.level_one; Wolpert (1992), Stacked generalization; Ting and Witten (1999),
    Issues in stacked generalization. Base learners receive X as it is given, so each decides
    whether it accepts missing values, and a pipeline may choose columns of a DataFrame by name.
    """

    _parameter_constraints = {
        **_Stacking._parameter_constraints,
        "stack_method": [StrOptions({"auto", *METHODS})],
    }

    def __init__(
        self,
        estimators: list[tuple[str, Any]],
        final_estimator: Estimator | None = None,
        *,
        cv: Any = None,
        stack_method: str = "auto",
        passthrough: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.final_estimator = final_estimator
        self.cv = cv
        self.stack_method = stack_method
        self.passthrough = passthrough
        self.n_jobs = n_jobs

    def _method(self, member: Any) -> str:
        asked = METHODS if self.stack_method == "auto" else (self.stack_method,)
        for method in asked:
            if hasattr(member, method):
                return method
        raise ValueError(f"stack_method={self.stack_method!r}, which {member!r} does not have")

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit the final estimator to out-of-fold predictions, and every base learner to all data.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        y = check_targets(self, X, y)
        check_classes(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:  # which the final estimator would find out after all folds
            raise ValueError(
                f"y holds {len(self.classes_)} class, {self.classes_.tolist()}: "
                "StackingClassifier needs two at least"
            )
        final = LogisticRegression() if self.final_estimator is None else self.final_estimator
        if not is_classifier(final):
            raise ValueError(f"final_estimator={final!r} must be a classifier")
        return self._fit(X, codes, final)

    def _has_probabilities(self) -> bool:
        """Return whether the final estimator has them, also before it is fitted."""
        final = getattr(self, "final_estimator_", self.final_estimator)
        return final is None or hasattr(final, "predict_proba")

    @available_if(_has_probabilities)
    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the final estimator's class probabilities, if it has them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        answers = self.answers(X)
        return self.final_estimator_.predict_proba(answers)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the class that the final estimator predicts.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        answers = self.answers(X)
        return self.classes_[self.final_estimator_.predict(answers)]

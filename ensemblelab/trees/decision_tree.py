"""Decision trees as scikit-learn estimators: CART, and the stump."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin, RegressorMixin, clone
from sklearn.utils import Bunch
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.validation import check_is_fitted

from .._model import Model
from .._probabilities import Probabilities
from .._sklearn import (
    Interval,
    StrOptions,
    check_classes,
    check_sample_weight,
    fit_context,
    validate_data,
)
from ..bootstrap import Seed, generator
from .criterion import CRITERIA
from .fitting import ClassPlan, NumberPlan, TreePlan, fit_trees
from .predicting import leaves
from .pruning import weakest_links
from .tree import Tree

__all__ = ["DecisionStump", "DecisionTreeClassifier", "DecisionTreeRegressor"]


class _DecisionTree(Model):
    criterion: str
    splitter: str
    max_depth: int | None
    min_samples_split: int
    min_samples_leaf: int
    min_weight_fraction_leaf: float
    max_leaf_nodes: int | None
    max_features: float | str | None
    ccp_alpha: float
    random_state: Seed
    tree_: Tree
    n_features_in_: int
    _numeric: bool  # what y is made of: numbers, or classes

    _parameter_constraints = {
        "splitter": [StrOptions({"best", "random"})],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "min_samples_split": [Interval(Integral, 2, None, closed="left")],
        "min_samples_leaf": [Interval(Integral, 1, None, closed="left")],
        "min_weight_fraction_leaf": [Interval(Real, 0, 0.5, closed="both")],
        "max_leaf_nodes": [Interval(Integral, 2, None, closed="left"), None],
        "max_features": [
            Interval(Integral, 1, None, closed="left"),
            Interval(Real, 0, 1, closed="right"),
            StrOptions({"sqrt", "log2"}),
            None,
        ],
        "ccp_alpha": [Interval(Real, 0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the tree.

        Parameters
        ----------
        X : array-like, shape (n, d)
            Finite numbers.
        y : array-like, shape (n,)
        sample_weight : array-like, shape (n,), or None
            Non-negative. An observation of weight zero has no influence, and neither has one whose
            weight is below 2^-51 of the total weight.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument has the wrong shape, is not finite, or all weights are zero, or
            `max_features` is more than X has.
        """
        X, y, weight = self._checked(X, y, sample_weight)
        (self.tree_,) = fit_trees(self.plan(y), X, weight[None], generator(self.random_state))
        return self

    def plan(self, y: np.ndarray) -> TreePlan:
        """Return the plan by which `fit_trees` grows trees of this estimator."""
        raise NotImplementedError

    def _limits(self) -> dict[str, Any]:
        """Return what every plan takes from the parameters."""
        return {
            "max_depth": self.max_depth,
            "min_samples_split": self.min_samples_split,
            "min_samples_leaf": self.min_samples_leaf,
            "min_weight_fraction_leaf": self.min_weight_fraction_leaf,
            "max_leaf_nodes": self.max_leaf_nodes,
            "max_features": self.max_features,
            "ccp_alpha": self.ccp_alpha,
            "random_cut": self.splitter == "random",
        }

    def with_tree(self, tree: Tree) -> Self:
        """Return a fitted copy whose tree is this one.

        Parameters
        ----------
        tree : Tree
            A tree that was grown by the `plan` of this estimator.

        Returns
        -------
        estimator like this one
        """
        other = type(self).__new__(type(self))  # `copy` would look up all parameters' defaults
        vars(other).update(vars(self), tree_=tree)
        return other

    def _checked(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return X, y as `plan` takes it, and the weights; learn all but the tree."""
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=self._numeric)
        return X, y, check_sample_weight(sample_weight, X)

    def _root_impurity(self, y: np.ndarray, weight: np.ndarray) -> float:
        raise NotImplementedError

    def apply(self, X: ArrayLike) -> NDArray[np.intp]:
        """Find the leaf of each observation.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray of int, shape (n,)
            Node numbers in `tree_`.
        """
        check_is_fitted(self)
        return leaves(self.tree_, validate_data(self, X, dtype=np.float64, reset=False))

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Return the impurity importance, each feature's proportion of the total gain, shape (d,).

        It is computed on the training set and therefore favors features with many values (ESL2,
        10.13.1); `sklearn.inspection.permutation_importance` on test data does not.
        """
        check_is_fitted(self)
        tree, d = self.tree_, self.n_features_in_
        gain: NDArray[Any] = np.bincount(tree.feature, tree.gain, minlength=d)
        return gain / gain.sum() if gain.sum() > 0 else gain

    def cost_complexity_pruning_path(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Bunch:
        """Compute the pruning path of a fully grown tree, which prunes the weakest link first.

        Parameters
        ----------
        X, y, sample_weight
            As in `fit`.

        Returns
        -------
        Bunch
            ``ccp_alphas``, increasing, at which each next subtree is the smallest that
            minimizes R(T) + α |leaves of T| (Breiman et al. 1984, ch. 3), and
            ``impurities``, R of each.
        """
        full = clone(self)
        full.ccp_alpha = 0.0  # a stump has it, but not as a parameter
        X, y, weight = full._checked(X, y, sample_weight)
        (full.tree_,) = fit_trees(full.plan(y), X, weight[None], generator(self.random_state))
        rise = full.tree_.gain / full.tree_.H[0]
        links = weakest_links(full.tree_, rise)
        impurities = links.costs(full._root_impurity(y, weight) - rise.sum(), rise)
        return Bunch(ccp_alphas=links.alphas, impurities=impurities)

    def get_depth(self) -> int:
        """Count the splits from the root to the deepest leaf."""
        check_is_fitted(self)
        return self.tree_.depth

    def get_n_leaves(self) -> int:
        """Count the leaves."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    def to_text(self, digits: int = 3) -> str:
        """Write the tree as indented lines: see `Tree.to_text`."""
        check_is_fitted(self)
        return self.tree_.to_text(getattr(self, "feature_names_in_", None), digits)

    def plot(self, digits: int = 3, ax: Any = None) -> Any:
        """Draw the tree: see `Tree.plot`."""
        check_is_fitted(self)
        return self.tree_.plot(getattr(self, "feature_names_in_", None), digits, ax)


class DecisionTreeClassifier(ClassifierMixin, Probabilities, _DecisionTree):
    """A classification tree (Breiman et al. 1984, CART).

    Categories must be encoded as numbers and are ordered by them, so use one-hot columns where
    the order has no meaning. Missing values are an error.

    Parameters
    ----------
    criterion : {"gini", "entropy", "error"}
        The measure of impurity, see `ensemblelab.trees.criterion`. "error", the weighted error
        rate, is the objective of AdaBoost's weak learner, eq. (adaboost.9).
    splitter : {"best", "random"}
        The threshold of a feature: the best one, or one drawn uniformly between the smallest
        and the largest value in the node, as in extremely randomized trees.
    max_depth : int or None
    min_samples_split, min_samples_leaf : int
        Numbers of observations, whatever their weights.
    min_weight_fraction_leaf : float
        Smallest fraction of the total weight in a leaf, at most 1/2.
    max_leaf_nodes : int or None
        The splits of largest gain are kept, as in best-first growth. (The split of a node does
        not depend on when it is split, so the tree is fully grown and then pruned.)
    max_features : int, float, "sqrt", "log2" or None
        Features drawn at each node: their number, a fraction, or a rule. None uses all.
    ccp_alpha : float
        Minimal cost-complexity pruning: see `cost_complexity_pruning_path`.
    class_weight : dict, "balanced" or None
        Weights of the classes, which multiply the observations' weights; "balanced" gives all
        classes the same total weight (n / (K n_k) for each observation of class k).
    random_state : None, int, Generator or RandomState
        Used if `max_features` is below the number of features, or `splitter` is "random".

    Attributes
    ----------
    tree_ : Tree
        Its values are class frequencies, (n_nodes, K).
    classes_ : ndarray, shape (K,)
    n_features_in_ : int
    """

    _parameter_constraints = {
        **_DecisionTree._parameter_constraints,
        "criterion": [StrOptions({"gini", "entropy", "error"})],
        "class_weight": [dict, StrOptions({"balanced"}), None],
    }
    _numeric = False

    def __init__(
        self,
        criterion: str = "gini",
        *,
        splitter: str = "best",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = None,
        ccp_alpha: float = 0.0,
        class_weight: dict[Any, float] | str | None = None,
        random_state: Seed = None,
    ) -> None:
        self.criterion = criterion
        self.splitter = splitter
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.class_weight = class_weight
        self.random_state = random_state

    def plan(self, y: np.ndarray) -> ClassPlan:
        """Return the plan by which `fit_trees` grows trees; y holds codes 0 .. K - 1."""
        return ClassPlan(y, self.criterion, K=int(y.max()) + 1, **self._limits())

    def _checked(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        X, y, weight = super()._checked(X, y, sample_weight)
        check_classes(y)
        if self.class_weight is not None:
            of_class = compute_sample_weight(self.class_weight, y)
            if not np.any(of_class[weight > 0]):
                raise ValueError(
                    f"class_weight={self.class_weight!r} leaves no observation any weight"
                )
            weight = weight * check_sample_weight(of_class, y, "class_weight")
        self.classes_, codes = np.unique(y, return_inverse=True)
        return X, codes, weight

    def _root_impurity(self, y: np.ndarray, weight: np.ndarray) -> float:
        root = self.tree_.G[:1].T, self.tree_.H[:1]
        score = CRITERIA[self.criterion].score(*root)[0] / self.tree_.H[0]
        return -score if self.criterion == "entropy" else 1 - score

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the proportion of each class among the training observations of the leaf.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray, shape (n, K)
        """
        leaf = self.apply(X)
        return self.tree_.value[leaf]

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the most frequent class of the leaf, the first of `classes_` in a tie.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        best = self.predict_proba(X).argmax(axis=1)
        return self.classes_[best]


class DecisionStump(DecisionTreeClassifier):
    """A classification tree of one split.

    Categorical and missing values: as in `DecisionTreeClassifier`.

    Parameters
    ----------
    criterion : {"gini", "entropy", "error"}
        As in `DecisionTreeClassifier`.

    Attributes
    ----------
    tree_, classes_, n_features_in_
        As in `DecisionTreeClassifier`.
    """

    _parameter_constraints = {
        "criterion": DecisionTreeClassifier._parameter_constraints["criterion"]
    }

    def __init__(self, criterion: str = "gini") -> None:
        super().__init__(criterion, max_depth=1)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # one split tells two classes apart, not three
        return tags


class DecisionTreeRegressor(RegressorMixin, _DecisionTree):
    """A regression tree (Breiman et al. 1984, CART): splits reduce the squared error.

    Categories must be encoded as numbers and are ordered by them, so use one-hot columns where
    the order has no meaning. Missing values are an error.

    Parameters
    ----------
    splitter, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, \
max_leaf_nodes, max_features, ccp_alpha, random_state
        As in `DecisionTreeClassifier`.

    Attributes
    ----------
    tree_ : Tree
        Its values are means, (n_nodes, 1).
    n_features_in_ : int
    """

    _numeric = True
    criterion = "squared_error"

    def __init__(
        self,
        *,
        splitter: str = "best",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = None,
        ccp_alpha: float = 0.0,
        random_state: Seed = None,
    ) -> None:
        self.splitter = splitter
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.random_state = random_state

    def plan(self, y: np.ndarray) -> NumberPlan:
        """Return the plan by which `fit_trees` grows trees of this estimator."""
        return NumberPlan(y, self.criterion, **self._limits())

    def _root_impurity(self, y: np.ndarray, weight: np.ndarray) -> float:
        return np.average((y - np.average(y, weights=weight)) ** 2, weights=weight)

    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the mean of the training targets in the leaf.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        leaf = self.apply(X)
        return self.tree_.value[leaf, 0]

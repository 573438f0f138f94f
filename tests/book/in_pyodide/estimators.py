"""Say what every estimator answers on small data, for a Python of 32 bits to be compared."""

import json

import ensemblelab
import numpy as np
from ensemblelab import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
    CommitteeClassifier,
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    Perceptron,
    RandomForestClassifier,
    RandomForestRegressor,
    StackingClassifier,
    StackingRegressor,
    XGBClassifier,
    XGBRegressor,
)
from ensemblelab.datasets import load

radar, vehicle = load("ionosphere"), load("vehicle")
few = slice(None, None, 4)
TWO, MORE = (radar.X[few], radar.y[few]), (vehicle.X[few], vehicle.y[few])
NUMBERS = (radar.X[few, :10], radar.X[few, 10])
HOLES = (np.where(TWO[0] == 0, np.nan, TWO[0]), TWO[1])

seed = {"random_state": 1}
small = {"n_estimators": 5, **seed}
drawn = {"max_samples": 0.5, "max_features": 0.5, **small}
MODELS = {
    "perceptron": (Perceptron(max_iter=50, **seed), TWO),
    "stump": (DecisionStump(), MORE),
    "tree": (DecisionTreeClassifier(criterion="entropy", max_features=3, **seed), MORE),
    "tree, pruned": (DecisionTreeClassifier(ccp_alpha=0.01), MORE),
    "tree, leaf by leaf": (DecisionTreeRegressor(max_leaf_nodes=9), NUMBERS),
    "committee": (CommitteeClassifier([("a", DecisionStump()), ("b", Perceptron(**seed))]), TWO),
    "bagging": (BaggingClassifier(oob_score=True, **small), MORE),
    "bagging, subspaces": (BaggingClassifier(bootstrap=False, **drawn), MORE),
    "bagging, perceptrons": (BaggingClassifier(Perceptron(max_iter=20), **drawn), TWO),
    "bagging, numbers": (BaggingRegressor(oob_score=True, **small), NUMBERS),
    # scikit-learn's final estimators stop where they are near enough: trees give the same answer
    "stacking": (
        StackingClassifier(
            [("a", DecisionStump()), ("b", DecisionTreeClassifier())], DecisionStump()
        ),
        MORE,
    ),
    "stacking, numbers": (
        StackingRegressor(
            [("a", DecisionTreeRegressor(max_depth=1)), ("b", DecisionTreeRegressor())],
            DecisionTreeRegressor(max_depth=3),
            passthrough=True,
        ),
        NUMBERS,
    ),
    "forest": (RandomForestClassifier(oob_score=True, **small), MORE),
    "forest, weights": (
        RandomForestClassifier(class_weight="balanced", max_samples=0.7, **small),
        MORE,
    ),
    "forest, numbers": (RandomForestRegressor(oob_score=True, **small), NUMBERS),
    "extra trees": (ExtraTreesClassifier(**small), MORE),
    "extra trees, numbers": (ExtraTreesRegressor(bootstrap=True, **small), NUMBERS),
    "AdaBoost": (AdaBoostClassifier(**small), TWO),
    "AdaBoost, trees": (AdaBoostClassifier(DecisionTreeClassifier(max_depth=3), **small), MORE),
    "gradient boosting": (GradientBoostingClassifier(subsample=0.5, **small), MORE),
    "gradient boosting, exponential": (
        GradientBoostingClassifier(loss="exponential", max_features=3, **small),
        TWO,
    ),
    "gradient boosting, leaf by leaf": (
        GradientBoostingRegressor(loss="huber", max_leaf_nodes=6, **small),
        NUMBERS,
    ),
    "gradient boosting, stopped": (
        GradientBoostingRegressor(loss="absolute_error", n_iter_no_change=2, **small),
        NUMBERS,
    ),
    "XGBoost": (XGBClassifier(subsample=0.5, **small), HOLES),
    "XGBoost, exact": (XGBClassifier(tree_method="exact", **small), MORE),
    "XGBoost, columns": (
        XGBRegressor(
            colsample_bytree=0.7, colsample_bylevel=0.7, colsample_bynode=0.7, max_bin=16, **small
        ),
        NUMBERS,
    ),
}


def answers(model, X, y):
    """Return what a fitted model says: of each row, and of itself."""
    model.fit(X, y)
    found = {}
    for name in ("predict", "predict_proba", "decision_function"):
        if hasattr(model, name):
            found[name] = np.asarray(getattr(model, name)(X), dtype=float).ravel().tolist()
    for name in ("oob_score_", "feature_importances_"):
        if hasattr(model, name):
            found[name] = np.ravel(getattr(model, name)).tolist()
    return found


def report():
    """Print the answers, how wide an index is, and which estimators were not asked."""
    asked = {type(model).__name__ for model, _ in MODELS.values()}
    found = {
        "bits": np.iinfo(np.intp).bits,
        "untried": sorted(set(ensemblelab.__all__) - asked),
        "answers": {name: answers(model, *data) for name, (model, data) in MODELS.items()},
    }
    print(json.dumps(found))

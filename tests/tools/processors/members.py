"""Print digests of what rests on IEEE arithmetic alone, for `test_processors` to compare."""

import hashlib
import json

import numpy as np
from ensemblelab import (
    AdaBoostClassifier,
    BaggingClassifier,
    DecisionTreeClassifier,
    GradientBoostingRegressor,
    Perceptron,
    RandomForestClassifier,
)
from ensemblelab.datasets import load

spam, vehicle, radar = load("spambase"), load("vehicle"), load("ionosphere")
tree = DecisionTreeClassifier(max_depth=3)
MODELS = {
    "stumps": (AdaBoostClassifier(n_estimators=200), spam.X, spam.y),
    "trees": (AdaBoostClassifier(tree, n_estimators=100), vehicle.X, vehicle.y),
    "perceptrons": (
        AdaBoostClassifier(Perceptron(max_iter=200), n_estimators=20, random_state=0),
        radar.X,
        radar.y,
    ),
    "bagging": (BaggingClassifier(random_state=0), vehicle.X, vehicle.y),
    "forest": (
        RandomForestClassifier(20, max_features="log2", random_state=0),
        vehicle.X,
        vehicle.y,
    ),
    "pruned": (DecisionTreeClassifier(ccp_alpha=0.01), vehicle.X, vehicle.y),
    "squared": (GradientBoostingRegressor(random_state=0), radar.X[:, :10], radar.X[:, 10]),
    "huber": (GradientBoostingRegressor(loss="huber"), radar.X[:, :10], radar.X[:, 10]),
}


def digest(model, X) -> str:
    """Sum up the splits, answers and errors of a model, to the bit."""
    answers = model.predict(X).astype(float)  # classes: how wide an int is, is the machine's
    found = hashlib.sha256(answers.tobytes())
    for member in getattr(model, "estimators_", [model]):
        for one in member if isinstance(member, list) else [member]:  # a round of boosting
            tree = one if hasattr(one, "threshold") else getattr(one, "tree_", None)
            names = ("coef_", "intercept_") if tree is None else ("feature", "threshold", "value")
            for name in names:
                found.update(getattr(one if tree is None else tree, name).tobytes())
    found.update(getattr(model, "estimator_errors_", np.zeros(0)).tobytes())
    return found.hexdigest()


print(json.dumps({name: digest(model.fit(X, y), X) for name, (model, X, y) in MODELS.items()}))

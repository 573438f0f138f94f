"""What a type checker must make of the library. `make types` reads it; nothing runs it.

Each of the errors that are expected here must come: mypy refuses a `type: ignore` that it does
not need.
"""

from typing import Any, assert_type

import numpy as np
from ensemblelab import (
    AdaBoostClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingRegressor,
    Perceptron,
    RandomForestClassifier,
    StackingClassifier,
    StackingRegressor,
    XGBClassifier,
)
from ensemblelab.bootstrap import out_of_bag
from ensemblelab.equations import CheckReport, CheckResult, verify
from ensemblelab.trees import Tree
from numpy.typing import NDArray

X = [[0.0], [1.0], [2.0]]
y = ["a", "b", "b"]

# Lists and arrays are taken, and scikit-learn's ways to name a seed.
boosted = AdaBoostClassifier(Perceptron(), n_estimators=3, random_state=np.random.default_rng(0))
assert_type(boosted.fit(X, y, sample_weight=[1, 2, 1]), AdaBoostClassifier)
assert_type(boosted.fit(np.array(X), np.array(y)).predict_proba(X), NDArray[np.float64])
assert_type(boosted.predict(X), NDArray[Any])  # labels are of any kind
for f in boosted.staged_decision_function(X):
    assert_type(f, NDArray[np.float64])
assert_type(BaggingRegressor(random_state=None).fit(X, [1, 2, 3]), BaggingRegressor)
assert_type(DecisionTreeRegressor().fit(X, [1, 2, 3]).predict(X), NDArray[np.float64])
assert_type(DecisionTreeClassifier().fit(X, y).tree_, Tree)
assert_type(GradientBoostingRegressor().fit(X, [1, 2, 3]).estimators_, list[list[Tree]])
assert_type(RandomForestClassifier(n_jobs=2).fit(X, y).oob_score, bool)
stacked = StackingClassifier([("tree", DecisionTreeClassifier())], cv=3).fit(X, y)
assert_type(stacked, StackingClassifier)
assert_type(stacked.predict_proba(X), NDArray[np.float64])
assert_type(
    StackingRegressor([("tree", DecisionTreeRegressor())]).fit(X, [1, 2, 3]).predict(X),
    NDArray[np.float64],
)
XGBClassifier(objective=lambda y, f: (f - y, np.ones_like(f))).fit(X, y, eval_set=[(X, y)])
assert_type(out_of_bag(np.array([0, 0, 2]), 3), NDArray[np.bool_])
assert_type(verify("adaboost.12"), CheckResult)
assert_type(verify(["adaboost.12", "bagging.7"]), CheckReport)

# A misspelt attribute: scikit-learn's base classes must not hide it.
print(boosted.n_estimator)  # type: ignore[attr-defined]
# Parameters of the wrong kind, or that do not exist.
AdaBoostClassifier(n_estimators="three")  # type: ignore[arg-type]
AdaBoostClassifier(shrinkage=0.1)  # type: ignore[call-arg]
BaggingRegressor(random_state="seed")  # type: ignore[arg-type]
BaggingRegressor(estimator=3)  # type: ignore[arg-type]
verify(12)  # type: ignore[call-overload]

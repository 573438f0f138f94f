"""Every public estimator keeps scikit-learn's contract."""

import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import estimator_checks_generator

import ensemblelab
from ensemblelab import DecisionStump, DecisionTreeClassifier

# estimators that need arguments to be built
ARGUMENTS = {
    "CommitteeClassifier": {
        "estimators": [("tree", DecisionTreeClassifier()), ("stump", DecisionStump())]
    }
}

ESTIMATORS = [
    getattr(ensemblelab, name)(**ARGUMENTS.get(name, {}))
    for name in ensemblelab.__all__
    if isinstance(getattr(ensemblelab, name), type)
    and issubclass(getattr(ensemblelab, name), BaseEstimator)
]


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        pytest.param(estimator, check, id=f"{type(estimator).__name__}-{check.func.__name__}")
        for estimator in ESTIMATORS
        for estimator, check in estimator_checks_generator(estimator, mark="skip")
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check(estimator, check):
    check(estimator)

"""Every public estimator keeps scikit-learn's contract."""

import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

import ensemblelab
from ensemblelab import DecisionStump, DecisionTreeClassifier

# estimators that need arguments to be built
ARGUMENTS = {
    "CommitteeClassifier": {
        "estimators": [("tree", DecisionTreeClassifier()), ("stump", DecisionStump())]
    }
}

# A weight of 2 is a row twice in the trees, but not in the draw of a bootstrap sample: other
# samples, another forest. scikit-learn expects the same of its own forests.
RESAMPLED = {
    "check_sample_weight_equivalence_on_dense_data": "weights do not enter the bootstrap's draw",
}
EXPECTED_FAILURES = {"RandomForestClassifier": RESAMPLED, "RandomForestRegressor": RESAMPLED}

ESTIMATORS = [
    getattr(ensemblelab, name)(**ARGUMENTS.get(name, {}))
    for name in ensemblelab.__all__
    if isinstance(getattr(ensemblelab, name), type)
    and issubclass(getattr(ensemblelab, name), BaseEstimator)
]


@parametrize_with_checks(
    ESTIMATORS,
    expected_failed_checks=lambda estimator: EXPECTED_FAILURES.get(type(estimator).__name__, {}),
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check(estimator, check):
    check(estimator)

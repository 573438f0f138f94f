"""Every public estimator keeps scikit-learn's contract."""

import ensemblelab
import pytest
from ensemblelab import DecisionStump, DecisionTreeClassifier
from sklearn.base import BaseEstimator, clone
from sklearn.utils.estimator_checks import parametrize_with_checks

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
# As scikit-learn does with its own: what is checked does not hang on the number of members.
SMALL = [
    clone(one).set_params(n_estimators=5) if "n_estimators" in one.get_params() else one
    for one in ESTIMATORS
]
LARGE = [one for one in ESTIMATORS if "n_estimators" in one.get_params()]


def expected_failures(estimator):
    return EXPECTED_FAILURES.get(type(estimator).__name__, {})


@parametrize_with_checks(SMALL, expected_failed_checks=expected_failures)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check(estimator, check):
    check(estimator)


@pytest.mark.trial
@parametrize_with_checks(LARGE, expected_failed_checks=expected_failures)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check_with_as_many_members_as_by_default(estimator, check):
    check(estimator)

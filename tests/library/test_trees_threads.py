"""Work that threads share."""

import threading

import joblib
import numpy as np
import pytest
from ensemblelab import BaggingClassifier, RandomForestClassifier
from ensemblelab.trees.threads import in_threads
from joblib.parallel import ThreadingBackend
from sklearn.datasets import make_classification


@pytest.mark.parametrize("n_jobs", [None, 1, 2, 3, 9])
def test_results_come_in_the_order_of_the_parts(n_jobs):
    assert in_threads(lambda part: part * part, range(7), n_jobs) == [0, 1, 4, 9, 16, 25, 36]


def test_so_many_parts_are_at_work_at_once_as_are_asked_for():
    met = threading.Barrier(3, timeout=600)  # broken, and an error, if only two come
    assert sorted(in_threads(lambda part: met.wait(), range(3), 3)) == [0, 1, 2]


@pytest.mark.parametrize("n_jobs", [None, 1])
def test_one_at_a_time_needs_no_thread(n_jobs):
    here = threading.get_ident()
    assert in_threads(lambda part: threading.get_ident(), range(3), n_jobs) == [here] * 3


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_of_a_part_is_raised(n_jobs):
    with pytest.raises(ZeroDivisionError):
        in_threads(lambda part: 1 // part, [1, 0, 2], n_jobs)


def test_no_parts_have_no_results():
    assert in_threads(len, [], 2) == []


@pytest.mark.parametrize("backend", ["loky", "multiprocessing", "threading"])
def test_a_backend_that_was_chosen_grows_the_same_trees(backend):
    X, y = make_classification(60, random_state=0)
    alone = RandomForestClassifier(4, random_state=0).fit(X, y)
    with joblib.parallel_config(backend=backend, n_jobs=2):
        chosen = RandomForestClassifier(4, random_state=0).fit(X, y)
    np.testing.assert_array_equal(chosen.predict_proba(X), alone.predict_proba(X))


@pytest.mark.parametrize(("n_jobs", "n_calls"), [(None, 1), (2, 1), (1, 0)])
def test_a_backend_that_was_chosen_is_asked(n_jobs, n_calls):
    """As scikit-learn's own test of forests asks; the caller's backend may be a cluster."""

    class Counted(ThreadingBackend):
        calls = 0

        def start_call(self):
            Counted.calls += 1
            super().start_call()

    joblib.register_parallel_backend("counted", Counted)
    X, y = make_classification(60, random_state=0)
    with joblib.parallel_config(backend="counted", n_jobs=2):
        RandomForestClassifier(4, n_jobs=n_jobs, random_state=0).fit(X, y)
        assert Counted.calls == n_calls
        BaggingClassifier(n_estimators=1, n_jobs=2, random_state=0).fit(X, y)
        assert Counted.calls == n_calls  # one tree has nothing to share

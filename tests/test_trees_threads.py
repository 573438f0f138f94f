"""Work that threads share."""

import threading

import pytest
from ensemblelab.trees.threads import in_threads


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

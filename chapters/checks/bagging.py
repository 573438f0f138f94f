"""What the chapter says of its cells: see `checks`."""

import numpy as np

from checks import glue


def first_trees(disagreement, single_error, radar, X_test):
    glue("disagreement", f"{disagreement:.1%}")
    glue("single-error", f"{single_error:.1%}")
    glue("accidents", f"{disagreement / (2 * single_error):.0%}")
    glue("n-rows", radar.X.shape[0])
    glue("n-features", radar.X.shape[1])
    glue("n-test", len(X_test))


def by_hand_and_library(by_hand, y_test, by_library, X_test):
    glue("hand-error", f"{np.mean(by_hand != y_test):.1%}")
    glue("library-error", f"{1 - by_library.score(X_test, y_test):.1%}")


def two_wrongs(both):
    assert [one == other for one, other in (both(0, 0), both(0.5, 0), both(0.5, -0.25))] == [
        True,
        False,
        True,
    ]


def floor_of_the_law(correlation, floor, average_error, measured, sizes):
    glue("rho", f"{correlation:.2f}")
    glue("floor", f"{floor:.3f}")
    glue("average-error", f"{average_error:.3f}")
    glue("gain", f"{average_error / measured[-1]:.1f}")

    # What the text says of the figure, as checks: the points follow the law with its
    # floor, and are far from 1/m. 300 random committees leave a few per cent of noise.
    expected = floor + (average_error - floor) / sizes
    assert np.allclose(measured, expected, rtol=0.05), (measured, expected)
    assert measured[-1] > 5 * average_error / 64
    assert 0 < correlation < 1


def votes(right, voted_wrong, errors):
    one_tree, the_vote = 1 - right.mean(), voted_wrong.mean()
    squared = np.mean(errors.mean(axis=0) ** 2)
    glue("vote-one", f"{one_tree:.1%}")
    glue("vote-all", f"{the_vote:.1%}")
    glue("vote-bound", f"{4 * squared:.1%}")
    glue("vote-worse", f"{np.mean(right < 0.5):.1%}")
    assert the_vote <= 4 * squared
    assert the_vote < one_tree
    assert voted_wrong[right > 0.5].sum() == 0
    assert voted_wrong[right < 0.5].all()


def out_of_bag(oob, X_test, y_test, X, y):
    glue("oob-error", f"{1 - oob.oob_score_:.1%}")
    glue("test-error", f"{1 - oob.score(X_test, y_test):.1%}")
    glue("train-error", f"{1 - oob.score(X, y):.1%}")

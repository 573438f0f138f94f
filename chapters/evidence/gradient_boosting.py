"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import GradientBoostingRegressor

HALVES = 2300 / 2301  # test rows over training rows, in splits of spambase


def four_by_hand(size, rent, rounds, stumps, left):
    def by_split(r):
        """Return the sum of squares that each split leaves."""
        return np.array([k * r[:k].var() + (4 - k) * r[k:].var() for k in (1, 2, 3)])

    first, second = (by_split(rent - f) for f in rounds[:2])
    assert np.argmin(first) == 2
    assert np.argmin(second) == 1
    assert left == [54, 18, 6]
    assert [list(rent - f) for f in rounds] == [[-3, -3, 0, 6], [-2, -2, 1, 3], [-1, -1, 0, 2]]
    assert np.allclose([s.predict(size)[[0, 3]] for s in stumps], [[-2, 6], [-2, 2]])
    library = GradientBoostingRegressor(n_estimators=2, max_depth=1, learning_rate=0.5)
    assert np.allclose(library.fit(size, rent).predict(size), rounds[-1])


def ten_rounds(x, errors):
    glue("n-curve", len(x))
    for k in (0, 1, 2, 10):
        glue(f"curve-error-{k}", f"{errors[k]:.3f}")
    # What the text says of the figure: the error falls in every round,
    # most at first.
    assert np.all(np.diff(errors) < 0)
    assert errors[0] - errors[1] > 4 * (errors[1] - errors[2])


def player(y_new, x_new, models):
    # What the text says of the player: rate 1 is best early on fresh data, while
    # the error on the data falls; the rate 0.1 has less error there in the end.
    fresh = {
        model.learning_rate: [
            np.mean((y_new - f) ** 2) for f in model.staged_predict(x_new[:, None])
        ]
        for model in models
    }
    glue("player-best", int(np.argmin(fresh[1.0])) + 1)
    glue("player-end", f"{fresh[1.0][-1]:.3f}")
    glue("player-slow", f"{fresh[0.1][-1]:.3f}")
    assert np.argmin(fresh[1.0]) < 20
    assert fresh[1.0][-1] > min(fresh[1.0])
    assert fresh[0.1][-1] < fresh[1.0][-1]


def by_hand(by_hand_difference):
    glue("by-hand-difference", f"{by_hand_difference:.1g}")
    assert by_hand_difference < 1e-12  # a few roundings of numbers below 3


def library(apart, ours, Z):
    glue("apart", f"{apart:.1g}")
    reach = np.abs(ours.decision_function(Z)).max()
    glue("scores-reach", f"{reach:.1f}")
    assert apart < 1e-10  # scores below 10 that are sums of 40 leaves


def emails(Z):
    glue("n-mails", len(Z))


def six_flats(after, rent, size):
    def left(f):
        return np.sum((rent - f) ** 2)

    assert np.isclose(left(after[0]), 76 / 3)
    assert np.allclose(rent[:3] - after[0][:3], [-7 / 3, -4 / 3, -7 / 3])
    assert np.isclose((rent - after[0])[:3].mean(), -2)
    assert np.isclose((rent - after[0])[3:].mean(), 2)
    assert np.allclose(after[1], [7 / 3] * 3 + [13 / 3] * 3)
    for k, f in enumerate(after):  # 24, 6, 1.5 and 0.375 that the split explains
        assert np.isclose(left(f), 4 / 3 + 24 / 4**k)
    library = GradientBoostingRegressor(n_estimators=3, max_depth=1, learning_rate=0.5)
    assert np.allclose(library.fit(size, rent).predict(size), after[-1])
    # Four residuals in two leaves, before the learning rate was asked for.
    r, tree = np.array([-3, -1, 1, 3]), np.array([-2, -2, 2, 2])
    assert r @ tree == tree @ tree == 16
    assert (r - tree) @ (r - tree) == r @ r - 16 == 4
    assert np.isclose(np.corrcoef(r, tree)[0, 1] ** 2, 16 / 20)


def free_function(y_test, left_over, free, X_test, boosted):
    def test_error(prediction):
        return np.mean((y_test - prediction) ** 2)

    glue("free-left", f"{np.abs(left_over).max():.0f}")
    glue("free-error", f"{test_error(free.predict(X_test)):.1f}")
    boosted_error = test_error(boosted.predict(X_test))
    glue("constant-error", f"{boosted_error:.1f}")
    assert np.abs(left_over).max() < 1e-9  # rounding of numbers near 20
    assert test_error(free.predict(X_test)) > 2 * boosted_error


def never_falls(never_falls, errors):
    glue("never-first", f"{never_falls[0]:.10f}")
    glue("never-last", f"{never_falls[-1]:.10f}")
    assert np.ptp(never_falls) < 1e-12  # rounding
    assert errors[10] < 0.1 * errors[0]


def three_numbers(of_numbers):
    told = {
        "SquaredLoss": ([1, 2, 9], 4),
        "AbsoluteLoss": ([1, 1, 1], 2),
        "HuberLoss": ([1, 2, 3], 8 / 3),
    }
    for name, (residuals, step) in of_numbers.items():
        assert np.allclose(residuals, told[name][0])
        assert np.isclose(step, told[name][1])
    assert np.isclose(2 + np.mean([-1, 0, 3]), 8 / 3)


def outliers(off):
    for name, error in off.items():
        glue(f"off-{name}", f"{error:.2f}")
    assert off["squared_error"] > 1.5 * off["huber"]
    assert off["squared_error"] > 1.5 * off["absolute_error"]


def three_classes(of_classes):
    (at_0, to), (at_2, back), (e_0, e_to), (e_2, e_back) = of_classes.values()
    assert np.allclose(at_0, [1 / 2, 1 / 2, -1 / 2])
    assert np.allclose(at_2, [1 / 3, 1 / 3, -2 / 3])
    assert np.allclose([to, back], [2 / 3, 0])
    assert np.allclose(e_0, [1, 1, -1])
    assert np.allclose(e_2, [1 / 2, 1 / 2, -2])
    assert np.allclose([e_to, e_back], [1 / 3, -1 / 3])


def newton(newton, mean_loss, record):
    same = newton.train_score_
    glue("mean-loss", f"{mean_loss:.3f}")
    glue("newton-loss", f"{same[-1]:.3f}")
    glue("newton-reached", int(np.argmax(same <= mean_loss)) + 1)
    for figure in ("mean_error", "newton_error"):
        text = record.text("spambase", figure, 1, HALVES)
        glue(figure.replace("_", "-"), text)
    glue("newton-gap", record.difference_text("spambase", "mean_error", "newton_error", 1, HALVES))
    gap, gap_error = record.difference("spambase", "mean_error", "newton_error", HALVES)
    assert gap > 2 * gap_error
    assert mean_loss > same[-1]
    assert np.argmax(same <= mean_loss) < 20


def three_of_three(steps, g, h):
    assert np.allclose(steps, [1, 0, -1])
    assert np.allclose(-g[:, 0], [2 / 3, 2 / 3, -1 / 3])
    assert np.allclose(h, 2 / 9)


def six_of_three(softmax_model, at, letters, by_round):
    """Compare with the text, where the first round is done by hand."""
    leaves = [tree.predict(at)[:, 0] / 0.5 for tree in softmax_model.estimators_[0]]
    assert np.allclose(leaves[0], [2, 2, -1, -1, -1, -1])
    assert np.allclose(leaves[1], [-1, -1, 0.5, 0.5, 0.5, 0.5])
    assert np.allclose(leaves[2], [-1, -1, -1, 1, 1, 1])
    assert abs(by_round[0][0, 0] - np.e / (np.e + 2 * np.exp(-0.5))) < 1e-12
    assert round(by_round[0][0, 0], 2) == 0.69
    own = np.array([list("abc").index(letter) for letter in letters])
    right = [probabilities.argmax(axis=1) == own for probabilities in by_round]
    assert list(right[0]) == [True, True, True, True, False, True]
    losses = [-np.log(probabilities[np.arange(6), own]).mean() for probabilities in by_round]
    for m, loss in enumerate(losses, 1):
        glue(f"softmax-loss-{m}", f"{loss:.2f}")
    assert np.log(3) > losses[0] > losses[1]


def adaboost_again(alpha_difference):
    glue("alpha-difference", f"{alpha_difference.max():.1g}")
    # Logarithms of sums of 200 weights, each rounded.
    assert alpha_difference.max() < 1e-11


def shrinkage(record, by_rate, by_depth, X_train, y_train):
    def often(figure, digits=2):
        return record.text("friedman1", figure, digits)

    def gap_of(one, other):
        """Glue a difference over the training sets; give it in standard errors."""
        text = record.difference_text("friedman1", one, other, 2).lstrip("+")
        glue(f"gap-{one}-{other}", text)
        value, error = record.difference("friedman1", one, other)
        return value / error

    glue("n-often", record.content["cases"]["friedman1"]["repetitions"])
    for rate in ("1", "0.3", "0.1"):
        glue(f"best-{rate}", often(f"best_{rate}"))
        glue(f"rounds-{rate}", often(f"rounds_{rate}", 0))
        rounds = record.values("friedman1", f"rounds_{rate}")
        glue(f"range-{rate}", f"{rounds.min():.0f} to {rounds.max():.0f}")
    glue("after-1", often("after_200_1"))
    glue("after-0.03", often("after_200_0.03"))
    for depth in (1, 2, 3, 5):
        glue(f"depth-{depth}", often(f"depth_{depth}"))
    for share in ("1", "0.5", "0.1"):
        glue(f"share-{share}", often(f"share_{share}"))
    glue("stopped-often", often("stopped"))
    # What the text calls more or less is so by more than two standard errors.
    assert gap_of("best_1", "best_0.3") > 2
    assert gap_of("best_0.3", "best_0.1") > 2
    assert gap_of("after_200_1", "best_1") > 2
    assert gap_of("after_200_0.03", "best_0.1") > 2
    assert gap_of("depth_1", "depth_2") > 2
    assert gap_of("depth_5", "depth_2") > 2
    assert gap_of("depth_3", "depth_2") > 2
    assert gap_of("share_1", "share_0.5") > 2
    assert gap_of("share_0.1", "share_0.5") > 2
    assert gap_of("stopped", "best_0.1") > 2

    # What the text and the alt text say of the figure, which is of one training set.
    glue("one-best", int(by_rate[1.0].argmin()) + 1)
    assert by_rate[1.0].argmin() < 40
    assert by_rate[1.0][-1] > by_rate[1.0].min()
    assert by_rate[0.1][-1] < by_rate[1.0].min()
    ends = {depth: curve[-1] for depth, curve in by_depth.items()}
    assert min(ends, key=ends.get) == 2
    assert max(ends, key=ends.get) == 5

    # How far two rates get: rounds with half the rate for the same training loss.
    def losses(rate):
        model = GradientBoostingRegressor(n_estimators=250, learning_rate=rate)
        return model.fit(X_train, y_train).train_score_

    reached = int(np.argmax(losses(0.05) <= losses(0.1)[99])) + 1
    glue("half-rate", reached)
    assert 180 < reached < 220


def early_stopping(stopped, y_test, X_test):
    glue("stopped-at", stopped.n_estimators_)
    stopped_error = np.mean((y_test - stopped.predict(X_test)) ** 2)
    glue("stopped-error", f"{stopped_error:.2f}")
    assert stopped.n_estimators_ < 500

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

from math import comb

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import AdaBoostClassifier, BaggingClassifier, DecisionTreeClassifier, Perceptron
from ensemblelab.datasets import make_gaussian_ring
from ensemblelab.teaching.records import mean_and_error


def ring(line, X_test, y_test, X, y, errors, test_errors):
    line_error = 1 - line.score(X_test, y_test)

    bag = BaggingClassifier(Perceptron(max_iter=500), n_estimators=40, random_state=0).fit(X, y)
    bag_votes = [one.predict(X_test) for one in bag.estimators_]
    bag_disagree = np.mean(
        [np.mean(one != other) for i, one in enumerate(bag_votes) for other in bag_votes[:i]]
    )
    bag_error = 1 - bag.score(X_test, y_test)
    glue("bag-disagree", f"{bag_disagree:.0%}")
    glue("bag-error", f"{bag_error:.1%}")
    assert bag_disagree > 0.1
    gap, error = mean_and_error(
        (bag.predict(X_test) != y_test) * 1.0 - (line.predict(X_test) != y_test)
    )
    assert abs(gap) + 2 * error < 0.01

    # The same run on another draw of the points.
    X_draw, y_draw = make_gaussian_ring(150, random_state=0)
    other = AdaBoostClassifier(Perceptron(max_iter=2000), n_estimators=40, random_state=0).fit(
        X_draw, y_draw
    )
    left_wrong = int(np.sum(other.predict(X_draw) != y_draw))
    glue("other-draw", left_wrong)
    assert left_wrong > 0

    # How many answers stumps and lines can give to these points; of lines, to eight of them.
    signs = np.concatenate([x >= np.unique(x)[:, None] for x in X.T])
    stumps = len(np.unique(np.concatenate([signs, ~signs]), axis=0))
    assert stumps == 2 * 2 * (len(X) - 1) + 2
    angle = np.linspace(0, 2 * np.pi, 20_000)
    order = np.argsort(np.column_stack([np.cos(angle), np.sin(angle)]) @ X[:8].T, axis=1)
    rank = np.argsort(order, axis=1)
    assert len({tuple(row < k) for row in np.unique(rank, axis=0) for k in range(9)}) == _ways(8, 2)
    glue("n-gap-points", len(X))
    glue("n-stumps", stumps)
    glue("n-lines", f"{_ways(len(X), 2):,}")
    first, power = f"{_ways(len(X), 20):.0e}".split("e+")
    glue(
        "n-planes",
        f"about {first} · 10{power.translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}",
    )

    radius = np.array([2, 3])
    for name, density in (
        ("ring", np.exp(-((radius - 4) ** 2) / 2) / np.sqrt(8 * np.pi**3) / radius),
        ("cloud", np.exp(-(radius**2) / 2) / (2 * np.pi)),
    ):
        for r, value in zip(radius, density, strict=True):
            glue(f"{name}-at-{r}", f"{value:.4f}")

    glue("n-ring", len(y))
    glue("line-error", f"{line_error:.1%}")
    glue("committee-test", f"{test_errors[-1]:.1%}")
    assert len(errors) == 40
    assert test_errors[-1] < line_error / 3


def _ways(n, d):
    """Count the ways in which planes part n points in general position (Cover 1965)."""
    return 2 * sum(comb(n - 1, k) for k in range(d + 1))


def by_hand(by_library, X, f):
    assert np.allclose(by_library.decision_function(X), f)  # rounding of ten sums


def in_scikit_learn(theirs, alphas, scaled, by_library, X):
    # Rounding of sums is all that differs.
    assert np.allclose(theirs.estimator_weights_, alphas)
    assert np.allclose(theirs.estimator_errors_, by_library.estimator_errors_)
    assert np.allclose(theirs.decision_function(X), scaled)
    assert np.array_equal(theirs.predict(X), by_library.predict(X))


def six_apartments(stories, f, rented, size):
    (w1, one, odds1), (w2, two, odds2), (w3, three, odds3) = stories
    assert [list(w) for w in (w1, w2, w3)] == [[1] * 6, [1] * 5 + [5], [1, 1, 1, 4, 4, 5]]
    assert (odds1, odds2) == (5, 4)
    assert np.isclose(odds3, 13 / 3)
    assert list(one) == [1, 1, 1, -1, -1, -1]
    assert set(two) == {1}
    assert list(three) == [-1] * 5 + [1]
    assert w2[5] == w2[:5].sum()
    assert w3[3:5].sum() == w3.sum() / 2
    assert np.isclose(f[5], np.log(4 * 13 / (5 * 3)) / 2)
    assert f"{f[5]:.2f}" == "0.62"
    assert np.all(np.sign(f) == rented)
    library = AdaBoostClassifier(n_estimators=3, criterion="error").fit(size, rented)
    assert np.allclose(library.decision_function(size), f)  # rounding of three sums
    for t in range(7):  # no stump has all six right
        assert not np.array_equal(np.where(size[:, 0] <= t, 1, -1), rented)
        assert not np.array_equal(np.where(size[:, 0] <= t, -1, 1), rented)


def boosted_networks(networks):
    glue("network-draws", networks.content["cases"]["ringnorm"]["repetitions"])
    for case in ("ringnorm", "threenorm"):
        gain, error = networks.difference(case, "small", "boosted")
        glue(f"nets-gain-{case}", f"{gain:.1f} ± {error:.1f}")
    for name, case, figures in (
        ("ahead", "ringnorm", ("averaged", "boosted")),
        ("behind", "threenorm", ("boosted", "averaged")),
    ):
        gap, error = networks.difference(case, *figures)
        assert gap > 2 * error
        glue(f"nets-{name}-{case}", f"{gap:.1f} ± {error:.1f}")


def pictures(halves, wrong_pictures, detector, differences, P, y_P):
    # By hand, of the first picture: the sums of the dots in either half.
    for pair, told in list(zip(halves, differences(P[:1])[0], strict=True))[::97]:
        one, other = (P[0, top : top + h, left : left + w].sum() for top, left, h, w in pair)
        assert np.isclose(told, one - other)  # rounding of cumulative sums
    assert len(set(halves)) == len(halves)
    assert len(detector.estimators_) == 100
    single = AdaBoostClassifier(n_estimators=1, criterion="error").fit(differences(P), y_P)
    assert single.estimator_errors_[0] > 0.2  # each question alone is weak
    assert wrong_pictures[99] < wrong_pictures[9] < wrong_pictures[0]
    glue("n-halves", len(halves))
    for rounds in (1, 10, 100):
        glue(f"picture-{rounds}", f"{wrong_pictures[rounds - 1]:.1%}")


def rounds(bound, errors, alphas, ensemble, bayes, test_errors, y, X):
    # What the text says of the player and the two figures.
    assert np.all(np.diff(bound) < 0)  # the bound falls in every round
    rises = int(np.sum(np.diff(errors) > 0))
    assert rises > 0  # the training error does not
    assert np.all(errors <= bound)
    assert errors[1] == errors[0]  # of two weak learners the first decides
    assert errors[2] < errors[1]
    assert alphas[0] > alphas[1]
    assert alphas[1] + alphas[2] > alphas[0]
    assert errors[-1] == 0
    one, two = (learner.predict(X) != y for learner in ensemble.estimators_[:2])
    caught = np.mean(~two[one])
    assert caught > 0.5
    last_weights = ensemble.sample_weights_[-1]
    heavy = np.sort(last_weights)[::-1]
    half_of_weight = int(np.argmax(np.cumsum(heavy) >= 0.5)) + 1
    glue("bayes", f"{bayes:.1%}")
    assert bayes < test_errors[-1]
    glue("rises", rises)
    glue("round-1", f"{errors[0]:.1%}")
    glue("round-3", f"{errors[2]:.1%}")
    glue("round-4", f"{errors[3]:.1%}")
    glue("half-weight", half_of_weight)
    glue("eps-first", f"{ensemble.estimator_errors_[0]:.2f}")
    glue("eps-late", f"{ensemble.estimator_errors_[20:].mean():.2f}")
    assert errors[3] > errors[2]
    assert ensemble.estimator_errors_[20:].mean() > ensemble.estimator_errors_[0]
    assert half_of_weight < len(y) / 4
    sure = y * list(ensemble.staged_decision_function(X))[-2]
    assert set(np.argsort(sure)[:10]) == set(np.argsort(-last_weights)[:10])


def estimator_weight():
    def alpha(epsilon):
        return np.log((1 - epsilon) / epsilon)

    glue("say-10", f"{alpha(0.1):.1f}")
    glue("say-1", f"{alpha(0.01):.1f}")
    assert alpha(0.5) == 0
    assert np.isclose(alpha(0.7), -alpha(0.3))


def without_update(distinct, without_update, y, with_update, X):
    assert distinct == 1
    glue("distinct", distinct)
    glue("no-update", f"{np.mean(without_update[0] != y):.1%}")
    glue("update", f"{1 - with_update.score(X, y):.1%}")
    glue("update-distinct", len(np.unique([s.predict(X) for s in with_update.estimators_], axis=0)))


def alike(alike, corners, xor):
    assert len(alike.estimators_) == 1
    easy = AdaBoostClassifier(n_estimators=40).fit([[0.0], [1.0], [2.0]], [-1, 1, 1])
    assert len(easy.estimators_) == 1
    assert easy.estimator_weights_[0] > 0
    assert DecisionTreeClassifier(max_depth=2).fit(corners, xor).score(corners, xor) == 1


def until_zero(two_train, two_test):
    zero = int(np.argmax(two_train == 0))
    assert np.all(two_train[zero:] == 0)
    assert two_test[-1] < two_test[zero] / 2
    glue("zero-round", zero + 1)
    glue("zero-test", f"{two_test[zero]:.1%}")
    glue("end-test", f"{two_test[-1]:.1%}")


def margins(distribution, trees, X_two, y_two):
    # The last margins are those of the library.
    assert np.allclose(distribution[100], trees.margins(X_two, y_two))
    smallest = {t: m.min() for t, m in distribution.items()}
    assert smallest[5] < smallest[20] < smallest[100]
    glue("margin-5", f"{smallest[5]:.2f}")
    glue("margin-20", f"{smallest[20]:.2f}")
    glue("margin-100", f"{smallest[100]:.2f}")


def noise(runs, sets):
    clean, slight, noisy = runs
    wins, wins_se = mean_and_error(clean[:, 2] - clean[:, 1])
    loses, loses_se = mean_and_error(noisy[:, 1] - noisy[:, 2])
    harm, harm_se = mean_and_error(noisy[:, 1] - noisy[:, 0])
    little, little_se = mean_and_error(slight[:, 1] - slight[:, 0])
    stop, stop_se = mean_and_error(noisy[:, 1] - noisy[:, 4])
    # A difference that the text calls one is more than two standard errors.
    assert wins > 2 * wins_se
    assert loses > 2 * loses_se
    assert harm > 2 * harm_se
    assert stop > 2 * stop_se
    assert abs(little) < 2 * little_se
    calm, calm_se = mean_and_error(clean[:, 1] - clean[:, 0])
    assert calm + 2 * calm_se < 0.005
    assert noisy[:, 3].mean() > 1.5 * 0.2
    points = "{:.1f} ± {:.1f}"
    glue("n-sets", sets)
    glue("wins", points.format(100 * wins, 100 * wins_se))
    glue("loses", points.format(100 * loses, 100 * loses_se))
    glue("harm", points.format(100 * harm, 100 * harm_se))
    glue("little", points.format(100 * little, 100 * little_se).replace("-", "−"))
    glue("stop", points.format(100 * stop, 100 * stop_se))
    glue("stop-least", int(noisy[:, 5].min()))
    glue("stop-most", int(noisy[:, 5].max()))
    glue("stop-better", int(np.sum(noisy[:, 1] > noisy[:, 4])))
    glue("noisy-weight", f"{noisy[:, 3].mean():.0%}")


def log_loss(compared):
    gaps = compared[:, 1] - compared[:, 0]
    (early, early_se), (late, late_se) = map(mean_and_error, gaps.T)
    assert late > 2 * late_se
    points = "{:.1f} ± {:.1f}"
    glue("logit-early", points.format(early, early_se))
    glue("logit-late", points.format(late, late_se))
    significance = "significant" if abs(early) > 2 * early_se else "not significant"
    glue("logit-early-significance", significance)


def esl(esl_error, esl, y_e, y_e_test, X_e, X_e_test, esl_curve):
    stump, tree, ada, gb = esl_error.values()
    assert gb < ada / 1.5 < ada < tree < stump
    leaves = (len(esl["fully grown tree"].tree_.feature) + 1) // 2
    glue("esl-train", len(y_e))
    glue("esl-test", len(y_e_test))
    glue("esl-stump", f"{stump:.1%}")
    glue("esl-tree", f"{tree:.1%}")
    glue("esl-leaves", leaves)
    glue("esl-ada", f"{ada:.1%}")
    glue("esl-gb", f"{gb:.1%}")
    by_error = AdaBoostClassifier(n_estimators=400, criterion="error")
    by_error = 1 - by_error.fit(X_e, y_e).score(X_e_test, y_e_test)
    glue("esl-error", f"{by_error:.1%}")
    assert abs(by_error - ada) < 0.01
    sides = esl["one stump"].apply(X_e)
    said = esl["one stump"].predict(X_e) == y_e
    right_on = sorted(said[sides == leaf].mean() for leaf in set(sides))
    glue("near-right", f"{right_on[0]:.0%}")
    glue("far-right", f"{right_on[1]:.0%}")
    assert right_on[1] > right_on[0] + 0.2
    assert esl_curve[-1] < 1.1 * esl_curve.min()
    assert esl_curve[0] > 0.4
    assert np.argmax(esl_curve < tree) < 150


def spam(X_s_test, y_s_test, stumps, single, forest, seconds, y_s):
    spam_error = {
        name: 1 - model.score(X_s_test, y_s_test)
        for name, model in (("ada", stumps), ("tree", single), ("forest", forest))
    }
    glue("spam-ada", f"{spam_error['ada']:.1%}")
    glue("spam-tree", f"{spam_error['tree']:.1%}")
    glue("spam-forest", f"{spam_error['forest']:.1%}")
    standard_error = np.sqrt(0.05 * 0.95 / len(y_s_test))
    glue("spam-se", f"{standard_error:.1%}")
    glue("spam-seconds", f"{seconds:.1f}")
    glue("n-spam", len(y_s))
    assert spam_error["ada"] < 0.75 * spam_error["tree"]
    assert abs(spam_error["ada"] - spam_error["forest"]) < 3 * standard_error


def at_once(stagewise, together, with_update):
    glue("stagewise", f"{stagewise:.2f}")
    glue("together", f"{together:.2f}")
    assert together < stagewise / 2
    assert np.isclose(stagewise, with_update.training_bound_[-1])


def at_once_and_stagewise(slow):
    glue("n-slow", len(slow["ring"]))
    worse = {}
    for name, errors in slow.items():
        worse[name] = mean_and_error(errors[:, 0] - errors[:, 1])
        text = "{:+.1f} ± {:.1f}".format(*worse[name]).replace("-", "−")
        glue(f"slow-{name}", text)
        glue(f"slow-{name}-error", f"{errors[:, 1].mean():.1f}")
    # What the text says.
    assert worse["twonorm"][0] > 2 * worse["twonorm"][1]
    assert abs(worse["ring"][0]) < 2 * worse["ring"][1]


def six():
    six = AdaBoostClassifier(n_estimators=3).fit(np.arange(6)[:, None], [1, 1, -1, -1, 1, 1])
    assert np.allclose(six.estimator_errors_, [1 / 3, 1 / 4, 1 / 6])
    assert six.score(np.arange(6)[:, None], [1, 1, -1, -1, 1, 1]) == 1

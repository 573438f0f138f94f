"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import AdaBoostClassifier, DecisionStump
from ensemblelab.teaching.records import mean_and_error


def loss_falls(error, loss):
    rises = int(np.sum(np.diff(error) > 0))
    glue("run-rounds", len(error))
    glue("run-steps", len(error) - 1)
    glue("rises", rises)
    glue("loss-last", f"{loss[-1]:.3f}")

    # What the text says of the figure.
    assert len(error) == 60
    assert rises >= 5
    assert np.all(np.diff(loss) < 0)
    assert np.all(error <= loss)


def sign_of_alpha(w, y, f, misclassified, loss_with):
    assert np.isclose(w, np.exp(-y * f[1])).all()  # (16)'s weights, from the run
    best, worst = misclassified.argmin(), misclassified.argmax()
    assert np.isclose(loss_with[0.5][best], loss_with[0.5].min())
    assert np.isclose(loss_with[-0.5][worst], loss_with[-0.5].min())
    assert np.ptp(loss_with[0.0]) < 1e-9  # rounding of a sum over 270 rows
    # The six apartments in their second round, by the library's own run, its weights times 10.
    size, rented = np.arange(1, 7)[:, None], np.array([1, 1, 1, -1, -1, 1])
    apartments = AdaBoostClassifier(DecisionStump("error"), 3, keep_weights=True).fit(size, rented)
    before, after = 10 * apartments.sample_weights_[1], 16 * apartments.sample_weights_[2]
    assert np.allclose(before, [1, 1, 1, 1, 1, 5])
    assert np.allclose(after, [1, 1, 1, 4, 4, 5])
    alpha = apartments.estimator_weights_[1]
    assert np.isclose(alpha, np.log(4))
    first, second = (learner.predict(size) for learner in apartments.estimators_[:2])

    def loss(learner, alpha):
        return before @ np.exp(-alpha * rented * learner / 2)

    assert np.allclose([loss(second, alpha), loss(first, alpha)], [8, 12.5])
    assert np.isclose(loss(second, np.log(9)), 26 / 3)
    moved = before * np.exp(-alpha * rented * second / 2)
    assert np.allclose(moved, [0.5, 0.5, 0.5, 2, 2, 2.5])


def halves(variants, run):
    first, second, both, neither = variants.values()
    assert np.isclose(first, second)
    assert np.isclose(first, run.training_bound_[-1])
    assert abs(both / first - 1) > 0.1
    assert abs(neither / first - 1) > 0.1


def all_formulas(off):
    # f passes near 0 on some rows, where a relative difference grows:
    # 1e-9 leaves room for that.
    assert max(off.values()) < 1e-9, off


def log_odds(log_odds, stages, f_400, X_two_test, y_two_test, logistic):
    slope = {rounds: np.polyfit(log_odds, 2 * stages[rounds - 1], 1)[0] for rounds in (40, 400)}
    correlation = np.corrcoef(2 * f_400, log_odds)[0, 1]
    size = np.abs(np.array(stages))
    glue("size-40", f"{size[39].mean():.2f}")
    glue("size-400", f"{size[-1].mean():.2f}")
    glue("opposed", f"{np.mean(size[40:] < size[39:-1]):.0%}")
    assert 0.2 < np.mean(size[40:] < size[39:-1]) < 0.5
    glue("two-features", X_two_test.shape[1])
    glue("correlation", f"{correlation:.2f}")
    glue("slope-40", f"{slope[40]:.2f}")
    glue("slope-400", f"{slope[400]:.2f}")
    glue("two-ada", f"{np.mean(np.sign(f_400) != y_two_test):.1%}")
    glue("two-logistic", f"{1 - logistic.score(X_two_test, y_two_test):.1%}")
    glue("two-bayes", f"{np.mean(np.sign(log_odds) != y_two_test):.1%}")
    assert correlation > 0.9
    assert slope[40] < slope[400]


def rounds_needed():
    # A quiz: at f = 0.9 and p = 0.9 the expected loss is above its minimum.
    assert round(0.9 * np.exp(-0.9) + 0.1 * np.exp(0.9), 2) == 0.61
    assert np.ceil(np.log(1000) / (2 * 0.1**2)) == 346
    assert np.ceil(np.log(1000) / -np.log(2 * np.sqrt(0.24))) == 339
    assert round(np.log(1000) / 0.02, 1) == 345.4
    assert round(np.log(1000) / -np.log(2 * np.sqrt(0.24)), 1) == 338.4


def noise_by_loss(record):
    points = "{:.1f} ± {:.1f}"

    def gap(problem, more, less):
        return mean_and_error(record.values(problem, more) - record.values(problem, less))

    draws = {len(record.values(problem, "logistic_1_50")) for problem in ("twonorm", "threenorm")}
    assert min(draws) >= 10
    glue("noise-draws", *draws)
    for rounds in (50, 300):
        higher, se = gap("twonorm", f"logistic_1_{rounds}", f"exponential_1_{rounds}")
        assert higher > 2 * se
        glue(f"noise-loss-{rounds}", points.format(higher, se))
        for problem in ("twonorm", "threenorm"):
            # The interval of 95 per cent lies inside half a point on either side.
            apart, se = gap(problem, f"logistic_0.1_{rounds}", f"exponential_0.1_{rounds}")
            assert abs(apart) + 1.96 * se < 0.5
    for problem in ("twonorm", "threenorm"):
        for name in ("adaboost", "exponential", "logistic"):
            saved, se = gap(problem, f"{name}_1_300", f"{name}_0.1_300")
            assert (saved > 2 * se) == ((name, problem) != ("adaboost", "threenorm"))
            glue(f"noise-rate-{name}-{problem}", points.format(saved, se))


def four_rows(scores, four, potentials, expected):
    assert np.all(four[:, 0] > 0)  # the first feature alone is right on all
    for name, found in scores.items():
        assert np.all(found[:2] > 0), name
        assert np.all(found[2:] < -0.01), name
        # No other f that is right on the penalizers has so small a loss: a grid of a_1 > a_2.
        phi = potentials[name]
        least = (0.9 * phi(found) + 0.1 * phi(-found)).sum()
        rivals = [
            expected(np.array([a, b]), phi, 0.1)
            for a in np.linspace(-5, 10, 61)
            for b in np.linspace(-5, 10, 61)
            if a >= b
        ]
        assert least < min(rivals)
        # Without noise the same search ends where all four are right.
        assert expected(np.array([50.0, 0.0]), phi, 0.0) < expected([1.0, 0.0], phi, 0.0)


def three_kinds(kinds, n_draws, X_kinds, y_kinds, X_test, y_test, kind):
    assert n_draws >= 10
    clean, noisy = kinds[:, :2], kinds[:, 2:]
    assert np.all(clean[..., 0] == 0)
    assert np.all(noisy[..., 2:4] == 0)
    assert np.all(noisy[..., 4] > 0.4)
    best = noisy[..., 1].min()
    assert best > 0.2
    assert np.all(np.sign(X_kinds.sum(axis=1)) == y_kinds)
    assert np.all(np.sign(X_test.sum(axis=1)) == y_test)
    assert [
        (X_test[kind == k] == y_test[kind == k, None]).sum(axis=1).mean() for k in range(3)
    ] == [
        21,
        11,
        11,
    ]
    glue("kinds-features", X_kinds.shape[1])
    glue("kinds-draws", n_draws)
    glue("kinds-train", len(y_kinds))
    glue("kinds-test", len(y_test))
    for name, errors in zip(("adaboost", "logistic"), noisy[..., 0].T, strict=True):
        mean, se = mean_and_error(errors)
        glue(f"kinds-{name}", f"{mean:.1%} ± {100 * se:.1f}")
    glue("kinds-best", f"{best:.0%}" if best > round(best, 2) else f"{best:.1%}")

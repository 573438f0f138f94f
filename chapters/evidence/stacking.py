"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab.datasets import load
from ensemblelab.teaching.records import mean_and_error
from scipy.optimize import nnls

SETS = ("heart_statlog", "ionosphere", "sonar", "vehicle")


def three_apartments(rent, first, second, combined, w):
    sums = [np.sum((rent - f) ** 2) for f in (first, second, (first + second) / 2, combined)]
    assert sums[:3] == [2, 14, 1.5]
    assert round(sums[3], 4) == 0.1154
    assert np.isclose(w, 19 / 26)


def by_hand_and_library(by_hand, stack, X_new, z):
    assert np.allclose(stack.predict(X_new), by_hand)
    assert np.allclose(stack.level_one_, z)


def equal_to_theirs(theirs, stack, X_new):
    assert np.allclose(theirs.predict(X_new), stack.predict(X_new))
    assert np.allclose(theirs.final_estimator_.coef_, stack.final_estimator_.coef_)


def in_sample(g, in_sample):
    assert np.allclose(in_sample.coef_, [0, 0, 1])
    assert g.coef_[2] < 0.5
    glue("tree-weight", f"{g.coef_[2]:.2f}")


def twenty_sets(record):
    figures = record.content["cases"]["friedman1"]["figures"]
    assert min(["line", "near", "tree"], key=lambda name: figures[name]["mean"]) == "line"
    assert np.allclose(record.values("friedman1", "weight_known"), 1)
    for name in ("stack", "known", "mean", "line", "blend"):
        glue(f"f1-{name}", record.text("friedman1", name))
    glue("f1-blend-gap", record.difference_text("friedman1", "blend", "stack"))


def unstable_weights(weights):
    assert np.allclose(list(weights.values()), [5, -4])


def selection(errors, fits, select):
    best, mean, selected, stacked = errors.T
    over_best, over_mean = (
        tuple(min(pairs))
        for pairs in (
            [mean_and_error(one - other) for other in (selected, stacked)] for one in (best, mean)
        )
    )
    assert all(gap > 2 * error for gap, error in (over_best, over_mean))
    selection_gap = mean_and_error(selected - stacked)
    assert selection_gap[0] > 2 * selection_gap[1]
    glue("selection-gap", f"{selection_gap[0]:.2f} ± {selection_gap[1]:.2f}")
    used = [np.sum(select(z, y) > 0) for _, z, y, _, _ in fits]
    glue("selected", f"{np.mean(used):.1f}")
    # The best nonnegative weights that sum to 1, by a heavy penalty on another sum.
    convex = []
    for _, z, y, tested, y_test in fits:
        heavy = 1e4
        weights, _ = nnls(np.vstack([z, np.full(z.shape[1], heavy)]), np.append(y, heavy))
        assert abs(weights.sum() - 1) < 1e-4
        convex.append(np.mean((tested @ weights - y_test) ** 2))
    convex_gap = mean_and_error(selected - np.array(convex))
    assert abs(convex_gap[0]) + 2 * convex_gap[1] < 0.02
    glue("convex-gap", f"{convex_gap[0]:+.3f} ± {convex_gap[1]:.3f}".replace("-", "−"))
    total = np.mean([model.final_estimator_.coef_.sum() for model, *_ in fits])
    assert total > 1.1
    glue("stack-sum", f"{total:.2f}")


def four_data_sets(record):
    def gaps(other):
        """How the stack compares, by data set: difference and standard error."""
        return {case: record.difference(case, "stack", other, 1 / 3) for case in SETS}

    def text(case, one, other):
        return record.difference_text(case, one, other, 1, 1 / 3)

    average = {case: -gap for case, (gap, _) in gaps("average").items()}
    assert all(gap < -2 * error for gap, error in gaps("average").values())
    assert all(-2 * error < gap < 0 for gap, error in gaps("vote").values())
    assert min(gaps("vote"), key=lambda case: gaps("vote")[case][0]) == "vehicle"
    best = gaps("best")
    assert best["ionosphere"][0] > 2 * best["ionosphere"][1]
    assert all(abs(gap) < 2 * error for case, (gap, error) in best.items() if case != "ionosphere")
    glue("known-heart", text("heart_statlog", "known", "stack"))
    glue("known-vehicle", text("vehicle", "known", "stack"))
    glue("least-average", f"{min(average.values()):.1f}")
    glue("most-average", f"{max(average.values()):.1f}")
    glue("vote-vehicle", text("vehicle", "vote", "stack"))
    glue("bayes-vehicle", record.text("vehicle", "bayes", 0, 1 / 3).replace(" ", "% ", 1) + "%")
    glue("best-ionosphere", text("ionosphere", "stack", "best"))
    learned = int(0.75 * len(load("ionosphere").y))
    glue("n-radar", learned)
    glue("n-radar-again", learned)


def fifty_trees(record):
    def change(part):
        return record.difference_text("ensembles", f"extra_all_{part}", f"bagging_{part}", 2)

    errors = record.content["cases"]["ensembles"]["figures"]
    ways = ("bagging", "subspaces", "forest", "extra", "extra_all")
    for part in ("ambiguity", "error"):
        assert max(ways, key=lambda way: errors[f"{way}_{part}"]["mean"]) == "subspaces"
    for way in ways:
        member, ambiguity, error = (
            record.values("ensembles", f"{way}_{part}") for part in ("member", "ambiguity", "error")
        )
        assert np.allclose(member - ambiguity, error)
    glue("extra-lead", change("error"))
    glue("extra-member", change("member"))
    glue("extra-ambiguity", change("ambiguity"))


def waves(trained, truth, record):
    errors = {
        price: (np.mean((f - truth) ** 2), np.mean((f.mean(axis=0) - truth) ** 2))
        for price, f in trained.items()
    }
    assert errors[0][0] < errors[0.9][0] < errors[1][0]  # base learners
    assert errors[0.9][1] < min(errors[0][1], errors[1][1])  # ensembles
    for price in ("0.0", "0.5", "0.9", "0.99", "1.0"):
        glue(f"price-{price}", record.text("negative", f"price_{price}_error", 3))
    for price in ("0.0", "0.9"):
        glue(f"member-{price}", record.text("negative", f"price_{price}_member", 2))
    fall, error = mean_and_error(
        record.values("negative", "price_0.0_error") - record.values("negative", "price_0.9_error")
    )
    glue("price-fall", f"{fall:.3f} ± {error:.3f}")
    glue(
        "price-rise",
        record.difference_text("negative", "price_1.0_error", "price_0.9_error", 3),
    )


def corner(three, spot, side):
    wrong = np.array([f.predict(spot) != side for f in three.estimators_])
    assert np.all(wrong.mean(axis=1) > 0.2)
    assert not np.any(three.predict(spot) != side)
    assert np.all(three.estimators_[2].predict(spot) == -1)
    assert np.all(wrong.sum(axis=0) <= 1)  # where one is wrong, the others are right


def corrected(bagged, boosted):
    assert boosted > 2 * bagged

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
import xgboost
from chapters.machine.execution.checks import glue
from ensemblelab import XGBRegressor

HALVES = 2300 / 2301  # test rows over training rows, in splits of spambase


def two_trees(two, patient, scores):
    total = two.decision_function(patient)[0]
    glue("start", f"{two.init_:.2f}".replace("-", "−"))
    glue("score-1", f"{scores[0]:.2f}".replace("-", "−"))
    glue("score-2", f"{scores[1]:.2f}".replace("-", "−"))
    glue("score-sum", f"{total:.2f}".replace("-", "−"))
    glue("risk", f"{two.predict_proba(patient)[0, 1]:.2f}")
    assert abs(two.init_ + sum(scores) - total) < 1e-6  # float32


def expansion(s, exact, first_order, second_order, loss, at, here, g, h):
    small = np.abs(s - 0.1).argmin()
    glue("error-first", f"{abs(exact - first_order)[small]:.1e}")
    glue("error-second", f"{abs(exact - second_order)[small]:.1e}")
    # The text of the figure: the first-order error is of order 2, the
    # other of order 3, below its bound.
    steps = np.array([0.01, 0.1])
    value = loss.value(np.ones(2), at + steps)
    one = np.abs(value - here - g * steps)
    two_terms = np.abs(value - here - g * steps - h * steps**2 / 2)
    assert abs(np.log10(one[1] / one[0]) - 2) < 0.05
    assert abs(np.log10(two_terms[1] / two_terms[0]) - 3) < 0.1
    assert np.all(two_terms <= steps**3 / (36 * np.sqrt(3)))


def with_and_without_square(at_best, with_square, without):
    glue("at-best", f"{at_best:.3f}".replace("-", "−"))
    glue("with-square", f"{with_square:.3f}".replace("-", "−"))
    glue("without-square", f"{without:.3f}".replace("-", "−"))
    assert abs(at_best - with_square) < 1e-12 < abs(at_best - without)


def six_flats(g, gains, size, rent):
    assert np.allclose(g[:3], [7 / 3, 4 / 3, 7 / 3])
    assert np.isclose(g[:3].sum(), 6)
    assert np.isclose(g.sum(), 0)
    assert np.argmax(gains) == 2
    assert np.isclose(gains[2], 9)
    settings = {"n_estimators": 1, "max_depth": 1, "learning_rate": 1.0, "tree_method": "exact"}
    (tree,) = XGBRegressor(**settings).fit(size, rent).estimators_[0]
    assert np.isclose(tree.gain[0], 9, atol=1e-5)  # sums of float32
    assert np.allclose(tree.value[1:, 0], [-1.5, 1.5])
    doubled = 2 * 10  # the libraries leave out the half of the gain, and double its price
    (tree,) = XGBRegressor(**settings, gamma=doubled).fit(size, rent).estimators_[0]
    assert tree.n_leaves == 1
    # One row of class 1 at f = 0: a step of 0.4, and what the parabola predicts.
    parabola = np.log(2) - 0.5 * 0.4 + 0.25 * 0.4**2 / 2
    assert [round(x, 4) for x in (parabola, np.log1p(np.exp(-0.4)))] == [0.5131, 0.513]


def scan(threshold, root, gain, best):
    glue("scan-threshold", f"{threshold:.4f}")
    glue("root-threshold", f"{root.threshold[0]:.4f}")
    glue("scan-gain", f"{gain[best]:.3f}")
    glue("root-gain", f"{root.gain[0]:.3f}")
    assert abs(threshold - root.threshold[0]) < 1e-6  # float32 in the library
    assert abs(gain[best] - root.gain[0]) < 1e-4  # sums of 80 float32


def in_xgboost(margin_apart):
    assert margin_apart.max() < 1e-5  # ten units of float32 in the last place


def same_as_boosting(apart, one, X_train):
    glue("apart-boosting", f"{apart:.0e}")
    glue("largest-prediction", f"{one.predict(X_train).max():.0f}")
    assert apart < 1e-4  # 50 roundings of numbers near 20 to float32: 1e-6 each


def orders(record):
    glue("order-draws", record.content["cases"]["balanced"]["repetitions"])
    glue("order-rare", f"{record.values('rare', 'positive').mean():.0%}")

    def gap(case, rate):
        """Subtract the second-order booster's best test log loss at the rate 0.1."""
        pair = case, f"first_{rate}_best", "second_0.1_best"
        overlap = HALVES if case == "halves" else 0.0
        mean, error = record.difference(*pair, overlap)
        return record.difference_text(*pair, 4, overlap).lstrip("+"), mean / error

    text, balanced = gap("balanced", "0.1")
    glue("order-balanced-0.1", text)
    assert abs(balanced) < 2
    for rate in ("0.1", "0.3", "1"):
        text, rare = gap("rare", rate)
        assert rare > 2
        if rate != "1":
            glue(f"order-rare-{rate}", text)
    text, slow = gap("halves", "0.1")
    glue("order-halves-0.1", text)
    text, faster = gap("halves", "0.3")
    glue("order-halves-0.3", text)
    assert slow > 2 > abs(faster)
    # The spam data still improve at the last of 200 rounds.
    assert record.values("halves", "first_0.1_rounds").min() > 195
    # The alt text: training curves never cross, and test curves only after 50 rounds.
    for case in ("balanced", "rare", "halves"):
        for m in (1, 2, 5, 10, 20, 50, 100, 200):
            for part in ("train", "test"):
                one, other = (
                    record.values(case, f"{order}_0.1_{part}_{m}").mean()
                    for order in ("second", "first")
                )
                crossed = part == "test" and case != "halves" and m == 200
                assert one > other if crossed else one < other + 1e-4, (case, part, m)


def pruning(trees, penalty, errors, leaves):
    tree = trees["exact"]
    glue("xor-root", f"{tree.gain[0] - penalty:.2f}".replace("-", "−"))
    glue("xor-below", f"{tree.gain[1] - penalty:.2f}")
    both = tree.gain[:3].sum() - 3 * penalty
    glue("xor-both", f"{both:.2f}")
    for how in trees:
        glue(f"xor-{how}", f"{errors[how]:.3f}")
        glue(f"xor-{how}-leaves", leaves[how][0])
        assert leaves[how][0] == leaves[how][1]
    assert leaves["exact"][0] == 4
    assert leaves["hist"][0] == 1
    assert tree.gain[0] - penalty < 0 < tree.gain[1] - penalty
    assert both > 0


def penalties(record, LAMBDAS, GAMMAS):
    glue("penalty-draws", record.content["cases"]["penalties"]["repetitions"])

    def gap(more, less):
        mean, error = record.difference("penalties", more, less)
        assert mean > 2 * error, (more, less, mean, error)
        return f"{mean:.1f} ± {error:.1f}"

    glue("gamma-5-25", gap("gamma_5", "gamma_25"))
    glue("gamma-100-25", gap("gamma_100", "gamma_25"))
    glue("lambda-0-10", gap("lambda_0", "lambda_10"))
    glue("lambda-gamma", gap("gamma_25", "lambda_100"))
    gap("lambda_1000", "lambda_100")
    means = {
        key: record.values("penalties", key).mean()
        for key in record.content["cases"]["penalties"]["figures"]
        if "leaves" not in key
    }
    assert min(means, key=means.get) == "lambda_100"
    assert 300 / (300 + max(LAMBDAS)) < 1 / 4
    # gamma removes leaves; lambda does not.
    leaves = {key: record.values("penalties", f"{key}_leaves") for key in means}
    counts = np.array([leaves["lambda_1"], *(leaves[f"gamma_{value}"] for value in GAMMAS)])
    assert np.all(np.diff(counts, axis=0) < 0)
    assert all(leaves[f"lambda_{value}"].mean() > 0.9 * counts[0].mean() for value in LAMBDAS)


def missing(to_right, to_left, root):
    glue("to-right", f"{to_right:.2f}")
    glue("to-left", f"{to_left:.2f}")
    glue("tree-gain", f"{root.gain[0]:.2f}")
    way = "left" if root.missing_left[0] else "right"
    glue("way", way)
    assert way == "right"
    assert to_right > to_left
    assert abs(root.gain[0] - to_right) < 1e-4  # float32


def gaps(learned, filled, dropped, gappy, record):
    for name, error in {"learned": learned, "filled": filled, "dropped": dropped}.items():
        glue(f"gap-{name}", f"{error:.1f}")
    glue("gap-share", f"{np.isnan(gappy[:, 3]).mean():.0%}")
    assert dropped > 1.3 * learned
    for name in ("learned", "filled", "dropped"):
        glue(f"often-{name}", record.text("friedman1", name))
    glue("gap-often", record.content["cases"]["friedman1"]["repetitions"])
    ahead, ahead_error = record.difference("friedman1", "filled", "learned")
    glue("gap-ahead", f"{ahead:.2f} ± {ahead_error:.2f}")
    assert ahead > 2 * ahead_error


def bins(s_test, by_bins, record):
    n_test = len(s_test)
    finest = by_bins["every value"][1]
    one_se = np.sqrt(finest * (1 - finest) / n_test)
    glue("bins-se", f"{one_se:.1%}")
    cost = {}
    for bins in (4, 16, 64, 256):
        cost[bins] = record.difference("spambase", f"bins_{bins}", "exact", HALVES)
        text = record.difference_text("spambase", f"bins_{bins}", "exact", 1, HALVES)
        glue(f"bins-{bins}", text)
    for bins, (value, error) in cost.items():
        assert (value > 2 * error) == (bins < 64), (bins, value, error)


def sketch(most):
    for (loss, how), count in most.items():
        glue(f"most-{loss}-{how}", int(count))
    assert most["logistic", "hist"] <= 7 < most["logistic", "approx"]
    assert most["squared", "hist"] <= 7
    assert most["squared", "approx"] <= 7


def columns(by_fraction, record):
    for fraction, error in by_fraction.items():
        glue(f"columns-{fraction:g}", f"{error:.1%}")
    for fraction in ("0.5", "0.1"):
        pair = "spambase", f"columns_{fraction}", "bins_256"
        value, error = record.difference(*pair, HALVES)
        assert abs(value) + 2 * error < 0.8
        text = record.difference_text(*pair, 1, HALVES)
        glue(f"often-{fraction}", text)


def early_stopping(stopped, M_test, s_test):
    rounds = [model.best_iteration_ for model in stopped.values()]
    rates = [1 - model.score(M_test, s_test) for model in stopped.values()]
    se = np.sqrt(np.mean(rates) * (1 - np.mean(rates)) / len(s_test))
    glue("stopping-range", f"{100 * np.ptp(rates):.1f}")
    glue("stopping-se", f"{100 * se:.1f}")
    assert np.all(np.diff(rounds) > 0)
    assert np.ptp(rates) < 2 * se
    assert all(len(model.estimators_) < 2000 for model in stopped.values())


def library(gains, our_splits, same, margin_apart, margins, leaf_apart, their_splits):
    ratio = np.median(gains[:, 1] / gains[:, 0])
    glue("version", xgboost.__version__)
    glue("n-splits", len(our_splits))
    glue("n-same", sum(same))
    glue("margin-apart", f"{margin_apart.max():.1e}")
    glue("margin-largest", f"{np.abs(margins).max():.1f}")
    unit = np.spacing(np.float32(np.abs(margins).max()))
    glue("margin-unit", f"{unit:.1e}")
    glue("identical", f"{np.mean(margin_apart == 0):.0%}")
    glue("leaf-apart", f"{leaf_apart:.1e}")
    units = margin_apart.max() / unit
    glue("margin-units", f"{units:.0f}")
    assert leaf_apart < 1e-6  # leaves below 1 in float32
    glue("gain-ratio", f"{ratio:.6f}")
    assert len(our_splits) == len(their_splits) == sum(same)
    assert margin_apart.max() < 10 * unit
    assert abs(ratio - 2) < 1e-5


def four(by_hand, leaves):
    glue("four-gain", f"{by_hand:.3f}")
    assert list(leaves.values()) == [2, 2, 1]

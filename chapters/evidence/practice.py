"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

from itertools import permutations

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab.datasets import load
from ensemblelab.diagnostics import brier_parts
from ensemblelab.teaching.records import mean_and_error
from sklearn.metrics import roc_auc_score


def _by(gap, digits=1):
    """Write how much a sentence says that something is more or less by: with no sign."""
    return f"{gap[0]:.{digits}f} ± {gap[1]:.{digits}f}".replace("-", "−")


def errors(WAYS, cases_of):
    glue("cells", len(cases_of(400)) * len(WAYS))
    glue("sets", len(cases_of(400)))
    statlog, cleveland = (load(f"heart_{name}").X for name in ("statlog", "cleveland"))
    assert sum((cleveland == row).all(axis=1).any() for row in statlog) == len(statlog) == 270


def ranks(rank, WAYS, cases_of, tuned):
    for of in rank.values():
        assert of.shape == (len(cases_of(400)), 4)
        assert np.allclose(of.sum(axis=1), 10)  # ties share their places
    changes = {}
    for way in WAYS:
        gaps = [tuned.difference(c, f"{way}_tuned", f"{way}_default")[0] for c in cases_of(400)]
        changes[way] = mean_and_error(gaps)
        glue(f"change-{way}", "{:+.1f} ± {:.1f}".format(*changes[way]).replace("-", "−"))
    count = sum(abs(gap) > 2 * error for gap, error in changes.values())
    glue("changes", count)
    ahead = {}
    of = dict(zip(WAYS, rank["tuned"].T, strict=True))
    for one, other in permutations(WAYS, 2):
        gap = mean_and_error(of[other] - of[one])
        if gap[0] > 2 * gap[1]:
            ahead[one, other] = f"{WAYS[one]} before {WAYS[other]}, by {_by(gap)}"
    glue("pairs", "; ".join(ahead.values()) or "none")
    assert not any(all((one, other) in ahead for other in WAYS if other != one) for one in WAYS)


def sizes(tuned, cases_of, OVERLAP):
    cases = cases_of(4000)
    glue("larger", len(cases))
    ahead = {}
    for way in ("extra", "xgboost"):
        gaps = [
            tuned.difference(
                case,
                "forest_tuned",
                f"{way}_tuned",
                0 if case.startswith("threenorm") else OVERLAP,
            )
            for case in cases
        ]
        ahead[way] = sum(gap > 2 * error for gap, error in gaps)
        glue(f"{way}-ahead", ahead[way] or "none")
        gap, error = tuned.difference("letter_15000", "forest_tuned", f"{way}_tuned", OVERLAP)
        assert gap > 2 * error
        glue(f"{way}-15000", _by((gap, error)))
        gap = tuned.difference("threenorm_40000", "forest_tuned", f"{way}_tuned", 0)
        assert gap[0] > 0  # "ahead": in these two draws
        glue(f"{way}-40000", _by(gap))
    assert ahead["xgboost"] == 0 < ahead["extra"]
    gap = tuned.difference("letter_4000", "forest_tuned", "xgboost_tuned", OVERLAP)
    glue("xgboost-4000", _by(gap))
    gap = tuned.difference("letter_15000", "forest_tuned", "forest_default", OVERLAP)
    assert gap[0] > 2 * gap[1]
    glue("forest-15000", _by(gap))
    gap = tuned.difference("letter_15000", "xgboost_tuned", "forest_default", OVERLAP)
    assert abs(gap[0]) < 2 * gap[1]
    glue("xgboost-default-15000", "{:+.1f} ± {:.1f}".format(*gap).replace("-", "−"))


def learning_curves(curve, sizes, kinds):
    assert np.all(curve[:, 0] - curve[:, -1] > 0)
    for j, name in enumerate(kinds):
        for i in (0, -1):
            glue(f"curve-{name}-{sizes[i]}", f"{curve[:, i, j].mean():.1f}")
    (tree, forest, boosting) = (list(kinds).index(n) for n in ("tree", "forest", "boosting"))
    overtaken = min(
        i for i in range(len(sizes)) if np.all(curve[:, -1, tree] > curve[:, i, forest])
    )
    assert np.all(curve[:, -1, 0] > curve[:, overtaken, 1])
    glue("curve-overtaken", sizes[overtaken])
    start = mean_and_error(curve[:, 0, boosting] - curve[:, 0, forest])
    assert start[0] > 2 * start[1]
    last = mean_and_error(curve[:, -1, boosting] - curve[:, -1, forest])
    glue("curve-last", "{:+.1f} ± {:.1f}".format(*last).replace("-", "−"))


def best_of_forty(best_of):
    assert np.isclose(best_of(2, 1, 0.5), 0.75)
    assert np.isclose(best_of(1, 100, 0.85), 0.85)
    assert 0.075 < 1 - best_of(40, 100, 0.85) < 0.085


def choosing(record):
    for figure in ("best", "nested", "new"):
        glue(f"noise-{figure}", record.text("noise", figure))
    glue("noise-gap", record.difference_text("noise", "nested", "best"))
    for figure in ("told", "new", "last"):
        glue(f"stop-{figure}", record.text("stopping", figure))
    glue("stop-gap", _by(record.difference("stopping", "new", "told")))
    glue("stop-late", record.difference_text("stopping", "last", "new"))


def nested_in_scikit_learn(ours, theirs):
    assert np.array_equal(ours, theirs)


def leaky_selection(leaky, clean):
    leaky, clean = mean_and_error(leaky), mean_and_error(clean)
    assert 50 - leaky[0] > 2 * leaky[1]
    assert abs(clean[0] - 50) < 2 * clean[1]


def time_order(found):
    random, ordered, true = (np.array(errors) for errors in found.values())
    optimism = mean_and_error(true - random)
    assert optimism[0] > 2 * optimism[1]
    glue("time-random", _by(optimism))
    forward = mean_and_error(ordered - true)
    assert abs(forward[0]) < 2 * forward[1]
    glue("time-ordered", "{:+.1f} ± {:.1f}".format(*forward).replace("-", "−"))


def fifteen_splits(mean, naive, corrected):
    assert mean > 2 * naive
    assert mean < 2 * corrected
    # In numbers: a variance of 9, a third of it common to the fifteen splits.
    common, rest = 9 / 3, 9 * 2 / 3
    true = np.sqrt(common + rest / 15)
    assert np.isclose(common + rest / 15, 3.4)
    assert f"{true:.2f} {np.sqrt(rest / 15):.2f}" == "1.84 0.63"
    assert np.isclose(np.sqrt(rest * (1 / 15 + 1 / 2)), true)


def four_days(parts):
    assert np.allclose(
        [parts.score, parts.reliability, parts.resolution, parts.uncertainty],
        [0.19, 7 / 300, 1 / 12, 0.25],
    )
    dry = np.array([0, 0, 1])  # the three days with 0.2
    assert np.isclose(np.sum((dry - 0.2) ** 2), 0.72)
    assert np.isclose(np.sum((dry - 1 / 3) ** 2), 2 / 3)
    assert np.isclose(3 * (0.2 - 1 / 3) ** 2, 0.72 - 2 / 3)
    between = 3 * (1 / 3 - 1 / 2) ** 2 + (1 - 1 / 2) ** 2
    assert np.isclose(np.sum((np.array([0, 0, 1, 1]) - 1 / 2) ** 2) - between, 2 / 3)


def overconfident(said, told, y_new):
    p = said["boosting"]
    assert np.mean(y_new[p > 0.95] > 0) < 0.95
    assert np.mean(y_new[p < 0.05] > 0) > 0.05
    glue("sure-of-none", f"{np.mean(p < 0.05):.0%}")
    glue("came-of-none", f"{np.mean((y_new > 0)[p < 0.05]):.0%}")
    boosting, platt, isotonic = (told[name] for name in ("boosting", "Platt", "isotonic"))
    assert platt.resolution == boosting.resolution
    assert 0.99 * boosting.resolution < isotonic.resolution < boosting.resolution
    assert platt.reliability < boosting.reliability / 5
    glue("resolution-Platt", f"{platt.resolution:.3f}")
    for name in ("boosting", "Platt"):
        glue(f"reliability-{name}", f"{told[name].reliability:.3f}")
        rounded = brier_parts(said[name].round(1), y_new > 0).resolution
        glue(f"rounded-{name}", f"{rounded:.3f}")


def second_look(record, MODELS):
    glue("calibration-draws", record.content["cases"]["calibration"]["repetitions"])

    def gap(name, model, *figures):
        """Write a difference for a sentence, and return it in standard errors."""
        figures = [f"{model}_{figure}" for figure in figures]
        glue(f"{name}-{model}", record.difference_text("calibration", *figures, 2))
        mean, error = record.difference("calibration", *figures)
        return mean / error

    platt = {model: gap("platt", model, "half_platt", "half") for model in MODELS}
    instead = {model: gap("instead", model, "half_platt", "all") for model in MODELS}
    cross = {model: gap("cross", model, "all_platt", "all") for model in MODELS}
    isotonic = {model: gap("isotonic", model, "all_isotonic", "all_platt") for model in MODELS}
    assert max(platt[model] for model in ("boosted", "adaboost", "forest")) < -2
    assert max(abs(instead[model]) for model in ("boosted", "adaboost")) < 2
    assert instead["forest"] < -2 < 2 < instead["short"]
    assert max(cross[model] for model in ("boosted", "adaboost", "forest")) < -2
    mean, error = record.difference("calibration", "short_all_platt", "short_all")
    assert abs(mean) + 2 * error < 0.1
    assert min(isotonic.values()) > 2


def auc_by_pairs(auc, said, positive):
    for p in said.values():
        assert np.isclose(auc(p), roc_auc_score(positive, p), rtol=0, atol=1e-12)
    assert np.isclose(auc(said["boosting"]), auc(said["Platt"]), rtol=0, atol=1e-12)
    glue("auc-boosting", f"{auc(said['boosting']):.3f}")


def rare_class(record):
    glue("rare-draws", record.content["cases"]["rare"]["repetitions"])
    glue("rare-few", record.text("rare", "few_mean"))
    glue("rare-back", _by(record.difference("rare", "back_brier", "all_brier"), 2))


def copies(record):
    glue("copies-draws", record.content["cases"]["copies"]["repetitions"])
    for figure in ("alone_noise_impurity", "alone_noise_permuted"):
        glue(figure, record.text("copies", figure))
    for how in ("impurity", "permuted"):
        figures = (f"alone_first_{how}", f"twice_first_{how}")
        glue(f"copy-{how}", _by(record.difference("copies", *figures)))


def four_flats(tree):
    assert tree.tree_.feature[0] == 0
    assert tree.predict([[1, 1]])[0] == 10


def by_both(by_hand, theirs):
    assert np.allclose(by_hand, theirs)


def shares(shares):
    assert np.allclose(shares, [3.5, 1.5])


def leaf_wise(deepest):
    assert deepest <= 3


def leaf_wise_in_scikit_learn(ours, theirs, X):
    assert np.allclose(ours.predict(X), theirs.predict(X), rtol=0, atol=1e-6)  # float32 gradients


def one_side(ratios, spam, p):
    residual = spam.y - p
    assert np.median(np.abs(residual)) < 0.25 * np.sqrt(np.mean(residual**2))
    assert ratios["spam"] < 0.5
    assert ratios["normal"] > 1
    for name, ratio in ratios.items():
        glue(f"ratio-{name}", f"{ratio:.2f}")


def one_side_in_scikit_learn(ours, theirs, X):
    assert np.allclose(ours.predict(X), theirs.predict(X), rtol=0, atol=1e-12)


def streets(all_rows, earlier):
    # By hand, with half a row of the mean besides: a has targets 1, 0 and 1, b has 0.
    assert list(all_rows) == [0.625, 0.25, 0.625, 0.625]
    assert list(earlier) == [0.5, 0.5, 0.75, 0.5]


def target_encoder(ours, theirs):
    assert np.allclose(ours, theirs)


def categories(record):
    for rows in ("known", "new"):
        figures = (f"plain_{rows}", f"without_{rows}")
        glue(f"plain-{rows}", record.difference_text("categories", *figures))
    glue("ordered-new", record.difference_text("categories", "ordered_new", "without_new"))


def case_data(X, X_test, y, heart):
    assert np.isnan(X).any()
    assert heart.categorical.any()
    assert not heart.categorical.all()
    glue("case-train", len(X))
    glue("case-test", len(X_test))


def case_models(search):
    assert len(search.cv_results_["params"]) == 6


def case_validation(chosen):
    for key, name in (("logistic", "logistic regression"), ("forest", "calibrated forest")):
        glue(f"case-threshold-{key}", f"{chosen[name]:.2f}")
    assert max(chosen.values()) < 1 / 6


def case_decision(test_cost, chosen):
    def of(name, threshold):
        return test_cost[f"{name}, {threshold:.2f}"]

    forest = of("calibrated forest", chosen["calibrated forest"])
    baseline = of("logistic regression", chosen["logistic regression"])
    every = test_cost["angiography for all"]
    for name, costs in (
        ("cost", forest),
        ("half", of("calibrated forest", 0.5)),
        ("all", every),
    ):
        glue(f"case-{name}", _by(mean_and_error(costs), 2))
    saving = mean_and_error(every - forest)
    assert saving[0] > 2 * saving[1]
    glue("case-saving", _by(saving, 2))
    difference = mean_and_error(forest - baseline)
    assert abs(difference[0]) < 2 * difference[1]
    glue("case-difference", "{:+.2f} ± {:.2f}".format(*difference).replace("-", "−"))

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab.diagnostics import brier_parts
from ensemblelab.teaching.records import mean_and_error


def _by(gap, digits=1):
    """Write how much a sentence says that something is more or less by: with no sign."""
    return f"{gap[0]:.{digits}f} ± {gap[1]:.{digits}f}".replace("-", "−")


def choosing(record):
    for figure in ("best", "nested", "new"):
        glue(f"noise-{figure}", record.text("noise", figure))
    glue("noise-gap", record.difference_text("noise", "nested", "best"))
    for figure in ("told", "new", "last"):
        glue(f"stop-{figure}", record.text("stopping", figure))
    glue("stop-gap", _by(record.difference("stopping", "new", "told")))
    glue("stop-late", record.difference_text("stopping", "last", "new"))


def errors(WAYS, cases_of):
    glue("cells", len(cases_of(400)) * len(WAYS))
    glue("sets", len(cases_of(400)))


def ranks(rank, WAYS, cases_of):
    for of in rank.values():
        assert of.shape == (len(cases_of(400)), 4)
        assert np.allclose(of.sum(axis=1), 10)  # ties share their places
    RANKS


def best_of_forty(best_of):
    assert np.isclose(best_of(2, 1, 0.5), 0.75)
    assert np.isclose(best_of(1, 100, 0.85), 0.85)
    assert 0.075 < 1 - best_of(40, 100, 0.85) < 0.085


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
    for model in MODELS:

        def gap(more, less, model=model):
            figures = (f"{model}_{more}", f"{model}_{less}")
            return record.difference_text("calibration", *figures, 2)

        glue(f"platt-{model}", gap("half_platt", "half"))
        glue(f"instead-{model}", gap("half_platt", "all"))
        glue(f"cross-{model}", gap("all_platt", "all"))
        glue(f"isotonic-{model}", gap("all_isotonic", "all_platt"))


def rare_class(record):
    glue("rare-few", record.text("rare", "few_mean"))
    glue("rare-back", _by(record.difference("rare", "back_brier", "all_brier"), 2))


def copies(record):
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


def one_side(ratios, spam, p):
    residual = spam.y - p
    assert np.median(np.abs(residual)) < 0.25 * np.sqrt(np.mean(residual**2))
    assert ratios["spam"] < 0.5
    assert ratios["normal"] > 1
    for name, ratio in ratios.items():
        glue(f"ratio-{name}", f"{ratio:.2f}")


def streets(all_rows, earlier):
    # By hand, with half a row of the mean besides: a has targets 1, 0 and 1, b has 0.
    assert list(all_rows) == [0.625, 0.25, 0.625, 0.625]
    assert list(earlier) == [0.5, 0.5, 0.75, 0.5]


def categories(record):
    for rows in ("known", "new"):
        figures = (f"plain_{rows}", f"without_{rows}")
        glue(f"plain-{rows}", record.difference_text("categories", *figures))
    glue("ordered-new", record.difference_text("categories", "ordered_new", "without_new"))

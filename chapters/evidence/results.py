"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import datasets
from ensemblelab.teaching.records import mean_and_error


def minutes(found, mean, error):
    seconds = sum(row["seconds"] for cases in found.values() for row in cases.values())
    glue("minutes", f"{seconds / 60:.0f}")
    assert 3 < seconds / 60 < 20, seconds
    n_glass = len(datasets.load("glass").y)
    p = mean("bagging", "glass", "bagged") / 100
    glue("n-glass", n_glass)
    glue("glass-bagged", f"{100 * p:.0f}")
    glue("glass-rows", f"{100 * np.sqrt(p * (1 - p) / n_glass):.1f}")
    glue("glass-splits", f"{error('bagging', 'glass', 'bagged'):.1f}")


def last_digits(differ):
    assert differ > 0.1


def bagging(JOURNAL, apart, mean, found, values, records):
    same = ["breast_cancer_wisconsin", "ionosphere", "glass"]
    for case in same:
        for figure, value in zip(("single", "bagged"), JOURNAL[case], strict=True):
            assert abs(apart("bagging", case, figure, value)) < 2
    assert abs(apart("bagging", "waveform", "single", 29.1)) < 2
    assert apart("bagging", "waveform", "bagged", 19.3) > 2
    gap = mean("bagging", "waveform", "bagged") - 19.3
    glue("waveform-gap", f"{gap:.1f}")
    glue("waveform-apart", f"{apart('bagging', 'waveform', 'bagged', 19.3):.1f}")
    glue("bagging-repetitions", found["bagging"]["glass"]["repetitions"])
    glue("soybean-repetitions", found["bagging"]["soybean683"]["repetitions"])
    assert all(
        row["repetitions"] == (50 if case == "soybean683" else 100)
        for case, row in found["bagging"].items()
    )
    pruned_gap = max(
        abs((values("bagging", c, "bagged") - values("bagging", c, "full")).mean())
        for c in found["bagging"]
    )
    glue("pruning-gap", f"{pruned_gap:.2f}")
    assert pruned_gap < 0.3
    decrease = [
        1 - mean("bagging", c, "bagged") / mean("bagging", c, "single") for c in found["bagging"]
    ]
    assert min(decrease) > 0
    near = [
        case
        for case in found["bagging"]
        for gain, e in [
            records["bagging"].difference(
                case, "single", "bagged", 0 if case == "waveform" else 1 / 9
            )
        ]
        if gain < 2 * e
    ]
    glue("bagging-near", ", ".join(near))
    for case in found["bagging"]:
        assert mean("bagging", case, "forest") < mean("bagging", case, "full")
    soy_drop = 14.5 - mean("bagging", "soybean683", "single")
    assert soy_drop > 5
    for figure in ("single", "bagged"):
        glue(f"heart-{figure}", f"{mean('bagging', 'heart_statlog', figure):.0f}")
        glue(f"soy-{figure}", f"{mean('bagging', 'soybean683', figure):.1f}")


def heart_as_printed(REPORT, JOURNAL):
    for source, numbers in (("report", REPORT), ("journal", JOURNAL)):
        for figure, value in zip(("single", "bagged"), numbers["heart_statlog"], strict=True):
            glue(f"heart-{source}-{figure}", f"{value}")


def diabetes(diabetes, ours, DIABETES, REPORT, JOURNAL):
    def taken_off(single, bagged):
        return 100 * (1 - bagged / single)

    def differ(report, journal):
        return abs(taken_off(*report) - taken_off(*journal))

    here = differ(DIABETES["report"], DIABETES["journal"])
    others = [differ(REPORT[name], JOURNAL[name]) for name in REPORT.keys() & JOURNAL.keys()]
    assert len(others) == 5
    assert here > max(others)
    glue("diabetes-apart", f"{here:.0f}")
    glue("others-apart", f"{max(others):.0f}")
    units = {
        (version, f): (ours[f][0] - value) / (np.sqrt(2) * ours[f][1])
        for version, theirs in DIABETES.items()
        for f, value in zip(("single", "bagged"), theirs, strict=True)
    }
    assert 2 < units["journal", "bagged"] < 2.5 < units["report", "bagged"]
    assert 0 < units["journal", "single"] < 2
    for (version, f), unit in units.items():
        glue(f"diabetes-{version}-{f}", f"{unit:.1f}")
    for name, other in (("gain", "bagged"), ("forest", "forest")):
        glue(f"diabetes-{name}", diabetes.difference_text("diabetes", "single", other, 1, 1 / 9))
    held = diabetes.content["data"]
    glue("diabetes-zero-rows", held["rows_with_zeros"])
    glue("diabetes-zero-insulin", held["zeros"]["insulin"])
    assert held["rows"] == 768


def regression(apart, FRIEDMAN, mean, found):
    units = {
        (c, f): apart("bagging_regression", c, f, v)
        for c, pair_ in FRIEDMAN.items()
        for f, v in zip(("single", "bagged"), pair_, strict=True)
    }
    beyond = [which for which, unit in units.items() if abs(unit) > 2.5]
    assert beyond == [("friedman2", "bagged")], units
    assert units["friedman2", "bagged"] < 0
    glue("friedman-worst", f"{-units['friedman2', 'bagged']:.1f}")
    largest = max(
        abs(mean("bagging_regression", c, f) / v - 1)
        for c, pair_ in FRIEDMAN.items()
        for f, v in zip(("single", "bagged"), pair_, strict=True)
    )
    glue("friedman-largest", f"{largest:.0%}")
    assert largest < 0.04, largest
    glue("friedman-repetitions", found["bagging_regression"]["friedman1"]["repetitions"])


def forests(FORESTS, apart, found):
    for case, theirs in FORESTS.items():
        assert abs(apart("forests", case, "selection", theirs)) < 2
        assert found["forests"][case]["repetitions"] == 100


def boosting(C45, records, mean, found):
    better = {}
    for case in C45:
        better[case] = records["boosting"].difference(case, "bagged", "boosted", 1 / 9)
        assert mean("boosting", case, "boosted") < mean("boosting", case, "tree")
        assert mean("boosting", case, "bagged") < mean("boosting", case, "tree")
    glue(
        "folds",
        ", ".join(
            f"{row['repetitions'] // 10} for {case}" for case, row in found["boosting"].items()
        ),
    )
    wins = [case for case, (gain, _) in better.items() if gain > 0]
    glue("boosting-wins", len(wins))


def esl(mean, ESL, found):
    esl = {figure: mean("esl_10_2", "esl_10_2", figure) for figure in ESL}
    for figure in ("adaboost_m1", "adaboost_gini"):
        assert 10 < esl[figure] < 14, esl
    for figure in ("real_adaboost", "gradient", "gradient_exponential"):
        assert 5 < esl[figure] < 6.3, esl
    assert abs(esl["stump"] - 45.8) < 1
    assert abs(esl["tree_244"] - 24.7) < 1.5
    glue("esl-m1", f"{esl['adaboost_m1']:.1f}")
    glue("esl-real", f"{esl['real_adaboost']:.1f}")
    glue("esl-gradient", f"{esl['gradient']:.1f}")
    glue("esl-leaves", f"{mean('esl_10_2', 'esl_10_2', 'leaves'):.0f}")
    glue("esl-repetitions", found["esl_10_2"]["esl_10_2"]["repetitions"])


def spam(SPAM, mean):
    for text, theirs, name, f in SPAM:
        # their one split is worth 0.6 points, and its test rows are among ours
        assert abs(mean(name, "spambase", f) - float(theirs)) < 2 * 0.6, text
    glue("copies", f"{mean('spam_curves', 'spambase', 'copies'):.0f}")
    for f in ("forest_new", "forest_copies"):
        glue(f.replace("_", "-"), f"{mean('spam_curves', 'spambase', f):.1f}")
    assert mean("spam_curves", "spambase", "forest_new") > mean(
        "spam_curves", "spambase", "forest_300"
    )


def statlog(mean, values, PARTS):
    for part in ("kohavi_wolpert", "domingos", "squared"):
        change, variance = (
            mean_and_error(
                values("statlog_heart", "repaired", f"bagged_{part}_{of}")
                - values("statlog_heart", "repaired", f"tree_{part}_{of}"),
                overlap=70 / 200,
            )
            for of in ("bias", "variance")
        )
        # Small beside the fall of the variance, with two standard errors.
        assert abs(change[0]) + 2 * change[1] < -variance[0]
        text = f"{change[0]:+.1f} ± {change[1]:.1f}".replace("-", "−")
        glue(f"{part.replace('_', '-')}-change", text)
    heart = {
        f"{m}_{part}": mean("statlog_heart", "repaired", f"{m}_{part}")
        for m in ("tree", "bagged")
        for part in PARTS
    }
    for m in ("tree", "bagged"):
        assert np.isclose(
            heart[f"{m}_error"],
            heart[f"{m}_kohavi_wolpert_bias"] + heart[f"{m}_kohavi_wolpert_variance"],
        )
        assert np.isclose(
            heart[f"{m}_error"],
            heart[f"{m}_domingos_bias"]
            + heart[f"{m}_unbiased_variance"]
            - heart[f"{m}_biased_variance"],
        )
    assert heart["bagged_squared_variance"] < heart["tree_squared_variance"] / 5
    for f in ("tree_squared_variance", "bagged_squared_variance", "tree_squared_bias"):
        glue(f.replace("_", "-"), f"{heart[f]:.0f}")
    ratio = heart["tree_squared_variance"] / heart["bagged_squared_variance"]
    glue("variance-ratio", f"{ratio:.0f}")
    glue("notes-ratio", f"{47.64 / 4.66:.0f}")
    least = min(heart[f"tree_{p}"] for p in PARTS if p.endswith("bias"))
    glue("least-bias", f"{least:.0f}")
    assert least > 10


def repair(changes):
    patients = datasets.load("heart_statlog")
    oldpeak = patients.X[:, patients.feature_names.index("oldpeak")]
    glue("n-repaired", int(((oldpeak > 0) & (oldpeak % 1 == 0)).sum()))
    glue("n-heart", len(oldpeak))
    largest = max(abs(gap) for gap, _ in changes.values())
    glue("repair", f"{largest:.1f}")
    assert largest < 2


def bias_variance(found, mean):
    for case in found["bias_variance"]:
        for m in ("tree", "bagged"):
            parts = [
                mean("bias_variance", case, f)
                for f in ("bayes_error", f"{m}_bias", f"{m}_variance")
            ]
            assert np.isclose(sum(parts), mean("bias_variance", case, f"{m}_error"))
            assert parts[1] < 0.2 * parts[2]
        assert mean("bias_variance", case, "bagged_variance") < 0.5 * mean(
            "bias_variance", case, "tree_variance"
        )


def margins(mean, found):
    few, many = (
        {f: mean("margins", c, f) for f in found["margins"][c]["figures"]} for c in ("5", "100")
    )
    assert many["test_error"] < 0.6 * few["test_error"]
    assert many["minimum_margin"] > few["minimum_margin"]
    assert many["margins_up_to_half"] < few["margins_up_to_half"]
    assert few["train_error"] == 0
    assert many["rounds"] == 100
    letters_error = 100 * np.sqrt(0.033 * 0.967 / 4000)
    glue("letters-se", f"{letters_error:.1f}")
    glue("letters-seconds", f"{found['margins']['100']['seconds']:.0f}")

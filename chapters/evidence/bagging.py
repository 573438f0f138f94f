"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import DecisionTreeRegressor
from ensemblelab.teaching.players import averaging_trace
from ensemblelab.teaching.records import Record, mean_and_error

CASES = ("ringnorm", "threenorm", "waveform")


def two_trees(disagreement, single_error, radar, X_test):
    glue("disagreement", f"{disagreement:.1%}")
    glue("single-error", f"{single_error:.1%}")
    glue("accidents", f"{disagreement / (2 * single_error):.0%}")
    glue("n-rows", radar.X.shape[0])
    glue("n-features", radar.X.shape[1])
    glue("n-test", len(X_test))


def six_flats(drawn, stumps, size, rent, average):
    whole = DecisionTreeRegressor(max_depth=1).fit(size, rent)
    assert np.allclose(whole.predict(size), [4 / 3] * 3 + [16 / 3] * 3)
    assert [list(sample + 1) for sample in drawn] == [
        [1, 2, 2, 4, 4, 6],
        [1, 1, 3, 4, 5, 6],
        [1, 2, 2, 3, 5, 6],
    ]
    assert [stump.tree_.threshold[0] for stump in stumps] == [3, 3.5, 4]
    assert np.isclose(average[3], (5 + 16 / 3 + 1.5) / 3)
    counts = np.array([np.bincount(sample, minlength=6) for sample in drawn])
    assert list(counts[0]) == [1, 2, 0, 2, 0, 1]
    assert list((counts == 0).sum(axis=1)) == [2, 1, 1]
    assert round((5 / 6) ** 6, 3) == 0.335
    asked = {3: 0, 5: 0, 2: 1, 4: 2}  # flat and stump
    left_out = {
        flat: [k for k, sample in enumerate(drawn) if flat - 1 not in sample]
        for flat in range(1, 7)
    }
    assert left_out == {flat: [asked[flat]] if flat in asked else [] for flat in range(1, 7)}
    squares = [
        (stumps[k].predict(size)[flat - 1] - rent[flat - 1]) ** 2 for flat, k in asked.items()
    ]
    assert np.allclose(squares, [4 / 9, 1, 1, 12.25])
    assert round(np.mean(squares), 2) == 3.67


def settled(settling, at, height, sine):
    steps = averaging_trace(settling, at, height, sine, np.linspace(0, 1, 61))["runs"][0]["steps"]
    glue("moved-second", f"{steps[1]['moved']:.2f}")
    glue("moved-last", f"{steps[-1]['moved']:.2f}")
    assert steps[-1]["moved"] < steps[1]["moved"] / 5
    members = np.mean([step["member"] for step in steps])
    assert steps[9]["average"] <= steps[-1]["average"]
    glue("settled-members", f"{members:.2f}")
    glue("settled-ten", f"{steps[9]['average']:.2f}")
    glue("settled-average", f"{steps[-1]['average']:.2f}")


def recorded(record):
    for case in CASES:
        glue(f"loss-{case}", record.difference_text(case, "tree_632", "tree"))
        glue(f"win-{case}", record.difference_text(case, "bag", "tree"))
        for kind in ("tree", "bag"):
            for what in ("worst", "none"):
                glue(f"{what}-{kind}-{case}", record.text(case, f"{what}_{kind}", 0))
        for name in ("near", "bagged_near", "net", "bagged_nets", "started_nets"):
            glue(f"{name}-{case}", record.text(case, name))
        for name in ("bag", "out_of_bag", "ten_folds"):
            glue(f"{name}-{case}", record.text(case, name))
        glue(f"near-move-{case}", record.difference_text(case, "bagged_near", "near"))
        glue(f"nets-{case}", record.difference_text(case, "bagged_nets", "started_nets"))
        for estimate in ("out_of_bag", "ten_folds"):
            gap, error = record.difference(case, estimate, "bag")
            assert abs(gap) < 2 * error
        assert record.values(case, "none_bag").mean() < 10
        assert record.values(case, "worst_tree").mean() > 19
        assert record.values(case, "worst_bag").mean() < 9
    glue("oob-folds", record.difference_text("ringnorm", "out_of_bag", "ten_folds"))
    glue("trees-folds", 50 * 11)
    for kind in ("tree", "bag"):
        glue(f"nodes-{kind}", f"{record.values('threenorm', f'nodes_{kind}').mean():.0f}")
    assert all(
        record.values(case, "nodes_bag").mean() < 50 * record.values(case, "nodes_tree").mean()
        for case in CASES
    )


def in_scikit_learn(ours, theirs, grid):
    assert np.allclose(ours.predict(grid), theirs.predict(grid), rtol=0, atol=1e-12)


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
    glue("gain", f"{measured[0] / measured[-1]:.1f}")

    # The points follow the law with its floor, from trees that are not among theirs, and are far
    # from 1/m. The two numbers of 64 trees, and 300 committees, leave a few per cent of noise.
    expected = floor + (average_error - floor) / sizes
    gap = abs(np.array(measured) / expected - 1).max()
    assert gap < 0.15, (measured, expected)
    glue("law-gap", f"{gap:.0%}")
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
    assert voted_wrong[right > 0.5].mean() < 0.05
    assert voted_wrong[right < 0.5].mean() > 0.9


def soft_votes(error_rates):
    hard, soft = 100 * np.transpose(error_rates)
    soft_gap, soft_error = mean_and_error(soft - hard)
    assert soft_gap < -2 * soft_error
    glue("soft-gain", f"{soft_gap:+.1f} ± {soft_error:.1f}".replace("-", "−"))


def surfaces(surface_error):
    one, ten, fifty, forest = surface_error.values()
    assert max(ten, fifty, forest) < one


def regularised(three, predicted, x, wave, truth):
    training = {name: np.mean((three[name].predict(x) - wave) ** 2) for name in predicted}
    error = {name: np.mean((f - truth) ** 2) for name, f in predicted.items()}
    jump = {name: np.abs(np.diff(f)).max() for name, f in predicted.items()}
    values = {name: len(np.unique(f)) for name, f in predicted.items()}
    assert training["fully grown"] < min(training["pruned"], training["100 bagged"])
    assert max(error["pruned"], error["100 bagged"]) < error["fully grown"]
    assert jump["100 bagged"] < min(jump["pruned"], jump["fully grown"])
    assert values["pruned"] < values["fully grown"] < values["100 bagged"]
    committees = Record("claims_committees")
    gap, _ = committees.difference("friedman1", "tree_parallel_bias", "tree_alone_bias")
    alone = committees.values("friedman1", "tree_alone_bias").mean()
    glue(
        "bag-bias",
        committees.difference_text("friedman1", "tree_parallel_bias", "tree_alone_bias"),
    )
    glue("bag-bias-percent", f"{gap / alone:.0%}")


def sample_sizes(by_size, fractions):
    with_replacement, without = by_size.values()
    one_tree, correlation = with_replacement[..., 1:].mean(axis=1).T
    assert np.all(np.diff(one_tree) < 0)
    assert 0 < np.argmin(correlation) < len(correlation) - 1
    assert np.all(np.diff(with_replacement[..., 0].mean(axis=1)) < 0)
    assert np.isclose(without[-1, :, 2].min(), 1)
    glue("size-rho-low", f"{correlation.min():.2f}")
    glue("size-rho-high", f"{correlation.max():.2f}")
    one_tree, correlation = without[..., 1:].mean(axis=1).T
    assert np.all(np.diff(one_tree) < 0)
    assert 0 < np.argmin(correlation) < len(correlation) - 1
    half, whole = without[fractions.index(0.5), :, 0], with_replacement[-1, :, 0]
    glue("size-half", f"{half.mean():.2f}")
    glue("size-bootstrap", f"{whole.mean():.2f}")
    gap, gap_error = mean_and_error(half - whole)
    assert abs(gap) < 2 * gap_error
    glue("size-gap", f"{gap:+.2f} ± {gap_error:.2f}")


def deep_networks(networks, OVERLAP):
    glue("deep-draws", networks.content["cases"]["letter"]["repetitions"])

    def gap(more, less):
        return networks.difference("letter", more, less, OVERLAP)

    for name, told in (
        ("loss", gap("member", "deep")),
        ("started", gap("deep", "started")),
    ):
        glue(f"deep-{name}", "{:.1f} ± {:.1f}".format(*told))
    glue("deep-bagged", "{:+.1f} ± {:.1f}".format(*gap("bagged", "deep")).replace("-", "−"))


def out_of_bag(oob, X_test, y_test, X, y):
    glue("oob-error", f"{1 - oob.oob_score_:.1%}")
    glue("test-error", f"{1 - oob.score(X_test, y_test):.1%}")
    glue("train-error", f"{1 - oob.score(X, y):.1%}")


def intervals(covered, means):
    glue("cover-mean", f"{np.mean([bottom <= 0 <= top for bottom, top in means]):.0%}")
    glue("cover-truth", f"{covered['true function']:.0%}")
    glue("cover-future", f"{covered['future observation']:.0%}")
    glue("cover-expected", f"{covered['mean of 100 ensembles']:.0%}")
    assert covered["true function"] < 0.9
    assert covered["future observation"] < 0.7

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import CommitteeClassifier
from ensemblelab.committees import (
    chernoff_bound,
    committee_error,
    correlated_error,
    hoeffding_bound,
)
from ensemblelab.datasets import load
from ensemblelab.teaching.players import vote_trace
from ensemblelab.teaching.records import mean_and_error
from scipy.stats import beta, binom
from sklearn.model_selection import train_test_split


def ten_experts(outvoted, split):
    ties = ("right", "random", "wrong")
    glue("outvoted", f"{outvoted:.1%}")
    glue("split", f"{split:.1%}")
    for m in (10, 100):
        for rule in ties:
            error = committee_error(m, 0.3, rule)
            text = f"{error:.3f}" if m == 10 else f"{error:.1e}"
            glue(f"{m}-{rule}", text)

    # What the text says of these.
    half_width = 4 * np.sqrt(0.1 * 0.9 / 100_000)
    assert abs(outvoted - committee_error(10, 0.3, "right")) < half_width
    assert abs(split - binom.pmf(5, 10, 0.3)) < half_width
    one_in = round(1 / committee_error(100, 0.3, "wrong"), -3)
    glue("one-in", f"{one_in:,.0f}")


def margins(equal, weighted):
    assert np.allclose(equal, [0.4, 0, -0.4])
    assert np.allclose(weighted, np.array([3 - 4, 5 - 2, 4 - 3]) / 8)


def bounds(sizes):
    # What the caption and alt text say.
    for mu, way in ((0.6, 1), (0.5, 0), (0.45, -1), (0.3, -1), (0.1, -1)):
        errors = np.array([committee_error(m, mu) for m in sizes])
        assert np.all(np.sign(np.round(np.diff(errors), 14)) * way >= 0), mu
    assert all(
        committee_error(m, 0.3) <= chernoff_bound(m, 0.3)
        and chernoff_bound(m, 0.3) <= hoeffding_bound(m, 0.3)
        for m in sizes
    )
    assert np.isclose(committee_error(3, 0.3), 0.216)
    assert np.isclose(committee_error(3, [0.1, 0.3, 0.3]), 0.132)
    assert round(chernoff_bound(3, 0.3), 2) == 0.77
    assert round(chernoff_bound(100, 0.3), 5) == 0.00016
    assert np.isclose(hoeffding_bound(100, 0.3), np.exp(-8))
    assert np.isclose(hoeffding_bound(400, 0.4), np.exp(-8))


def log_odds(w, weighted_error, outcomes):
    assert np.allclose(w.round(3), [2.197] + [0.847] * 4)
    best, majority, by_weights, optimal = weighted_error.values()
    assert best < majority
    assert by_weights < best
    assert np.isclose(optimal, by_weights)
    assert not np.any(np.isclose(outcomes @ w, 0))  # no ties
    # "the first is outvoted only if the other four agree against it"
    outvoted = outcomes[np.sign(outcomes @ w) != outcomes[:, 0]]
    assert {tuple(votes) for votes in outvoted} == {(1, -1, -1, -1, -1), (-1, 1, 1, 1, 1)}
    for name, error in ("best", best), ("majority", majority), ("weighted", by_weights):
        glue(f"five-{name}", f"{error:.3f}")
    w = np.log((1 - np.array([0.1, 0.3])) / [0.1, 0.3])  # the exercise's three experts
    assert w[0] > 2 * w[1]


def votes():
    runs = vote_trace(mu=0.3, rhos=(0, 0.1, 0.3), largest=41, cases=400)["runs"]
    for k, run in enumerate(runs):
        if run["model"] == "common source":
            glue(f"votes-{k}", f"{run['vote'][-1]:.1%}")
        # 400 cases: four standard errors, and half a case where the formula says next to none.
        spread = np.sqrt(run["formula"][-1] * (1 - run["formula"][-1]) / 400)
        assert abs(run["vote"][-1] - run["formula"][-1]) < 4 * spread + 0.5 / 400


def common_source(with_a_common_source, with_unequal_cases, correlated, unequal, correlated_sizes):
    # The formula against a simulation, and the correlation it claims.
    q, cases = np.sqrt(0.2), 40_000
    rng = np.random.default_rng(1)
    source = rng.random((cases, 1)) < 0.3
    own = rng.random((cases, 11)) < 0.3
    wrong = np.where(rng.random((cases, 11)) < q, source, own)
    voted = wrong.sum(axis=1) > 5
    expected = with_a_common_source(11, 0.3, 0.2)
    # Four standard errors each.
    assert abs(voted.mean() - expected) < 4 * np.sqrt(expected / cases)
    rho = np.corrcoef(wrong.T)[~np.eye(11, dtype=bool)].mean()
    assert abs(rho - 0.2) < 4 / np.sqrt(cases)

    for mixture, dependence in (
        (with_a_common_source, "common source"),
        (with_unequal_cases, "unequal cases"),
    ):
        for m, rho in ((17, 0.1), (41, 0.3), (3, 0), (5, 1)):
            error = correlated_error(m, 0.3, rho, dependence)
            assert np.isclose(mixture(m, 0.3, rho), error, rtol=1e-9)  # of two libraries

    best = correlated[0.1].argmin()
    glue("unequal-best", f"{unequal[0.1][best]:.1%}")
    glue("unequal-last", f"{unequal[0.1][-1]:.1%}")
    assert all(np.all(np.diff(unequal[rho]) < 0) for rho in (0.02, 0.06, 0.1, 0.3))
    hard = beta.sf(0.5, 0.3 * 9, 0.7 * 9)  # the share of cases that mislead the majority
    assert hard < unequal[0.1][-1] < 1.05 * hard
    assert unequal[0.1][-1] < 0.75 * unequal[0.1][best]
    glue("best-m", int(correlated_sizes[best]))
    glue("best-error", f"{correlated[0.1][best]:.1%}")
    glue("last-m", int(correlated_sizes[-1]))
    glue("last-error", f"{correlated[0.1][-1]:.1%}")
    turning = (0.2 / 0.7) ** 2
    glue("turning", f"{turning:.3f}")
    worse = correlated[0.02][10] / correlated[0][10]
    glue("loss-small", f"{worse:.1f}")
    glue("loss-m", int(correlated_sizes[10]))
    assert 0.06 < turning < 0.1
    assert round(np.sqrt(0.1) + (1 - np.sqrt(0.1)) * 0.3, 2) == 0.52
    assert correlated[0.1][-1] > 1.1 * correlated[0.1][best]
    assert np.all(np.diff(correlated[0.06]) < 1e-12)
    assert np.allclose(correlated[1], 0.3)


def learners(errors, names):
    gain = {}
    for shown, rates in errors.items():
        each, vote, chosen = rates[:, :5], rates[:, 5], rates[:, 6]
        best = each.mean(axis=0).argmin()
        gain[shown] = [
            mean_and_error(100 * (vote - other), overlap=0.2 / 0.8)
            for other in (each.mean(axis=1), chosen)
        ]
        key = shown.split()[0]
        glue(f"{key}-vote", f"{vote.mean():.1%}")
        glue(f"{key}-mean", f"{each.mean():.1%}")
        glue(f"{key}-chosen", f"{chosen.mean():.1%}")
        text = f"{each[:, best].mean():.1%} ({names[best]})"
        glue(f"{key}-best", text)
        for which, (value, error) in zip(("gain", "lead"), gain[shown], strict=True):
            text = f"{value:+.1f} ± {error:.1f}".replace("-", "−")
            glue(f"{key}-{which}", text)

    # What the text says: better than its members' average everywhere; against the
    # chosen one, nowhere a difference of two standard errors; no one best member.
    assert all(average < 0 for (average, _), _ in gain.values())
    assert all(abs(lead) < 2 * error for _, (lead, error) in gain.values())
    leads = [lead for _, (lead, _) in gain.values()]
    glue("lead-least", f"{min(leads):+.1f}".replace("-", "−"))
    glue("lead-most", f"{max(leads):+.1f}".replace("-", "−"))
    limit = {name: lead + 2 * error for name, (_, (lead, error)) in gain.items()}
    widest = max(limit, key=limit.get)
    glue("lead-limit", f"{limit[widest]:.1f}")
    glue("lead-limit-at", widest)
    clear = sum(average < -2 * error for (average, error), _ in gain.values())
    glue("clear", int(clear))


def mistakes(different_learners, same_learner, mean_correlation, members, splits):
    gaps = {}
    often = [
        np.mean([run.mean() for runs in e.values() for run in runs])
        for e in (different_learners, same_learner)
    ]
    assert often[1] > 1.1 * often[0]
    for shown in different_learners:
        key, rhos = shown.split()[0], []
        for which, runs in ("different", different_learners), ("same", same_learner):
            rhos.append(np.array([mean_correlation(run) for run in runs[shown]]))
            glue(f"{key}-rho-{which}", f"{rhos[-1].mean():.2f}")
            error = np.mean([run.mean() for run in runs[shown]])
            glue(f"{key}-error-{which}", f"{error:.0%}")
        gap, error = gaps[key] = mean_and_error(rhos[0] - rhos[1], overlap=0.2 / 0.8)
        glue(f"{key}-rho-gap", f"{gap:+.2f} ± {error:.2f}".replace("-", "−"))
    alike = [key for key, (gap, error) in gaps.items() if gap > 2 * error]
    assert gaps["heart"][0] > 2 * gaps["heart"][1]  # "on the heart data more"
    assert len(alike) < len(gaps)  # "do not show"
    glue("clearly-alike", len(alike))
    glue("clearly-different", int(sum(gap < -2 * error for gap, error in gaps.values())))
    tied = []
    four = CommitteeClassifier(members[:4])
    data = load("sonar")
    for seed in range(splits):
        X, X_test, y, _ = train_test_split(
            data.X, data.y, test_size=0.2, stratify=data.y, random_state=seed
        )
        votes = four.fit(X, y).votes(X_test)
        tied.append(np.mean(votes[:, 0] == votes[:, 1]))
    glue("tied", f"{np.mean(tied):.0%}")


def hard_and_soft(both_votes):
    gaps = [mean_and_error(run[:, 1] - run[:, 0], overlap=0.2 / 0.8) for run in both_votes.values()]
    glue("soft-clear", int(sum(abs(gap) > 2 * error for gap, error in gaps)))
    assert all(run[:, 2].mean() < 10 for run in both_votes.values())  # "on few"


def voting_in_scikit_learn(ours, hard, soft, p, X_test):
    assert (ours.predict(X_test) == hard).all()
    assert np.allclose(p, soft.predict_proba(X_test), atol=1e-12)
    assert (ours.classes_[p.argmax(axis=1)] == soft.predict(X_test)).all()


def bend(residual, directions, offsets, score, grid, vote):
    assert abs(residual).max() < 1e-12
    # The mean's region is a half plane; the vote's is not: two of its points have
    # their midpoint outside, and two points outside have theirs inside.
    w, b = directions.mean(axis=0), offsets.mean()
    assert np.allclose(score(grid).mean(axis=1), grid @ w + b)
    rng = np.random.default_rng(0)
    for side in (1, -1):
        inside = grid[vote(grid) == side]
        one, other = inside[rng.integers(len(inside), size=(2, 5000))]
        assert np.any(vote((one + other) / 2) == -side)


def statistical(theta, line_errors, vote_error):
    glue("stat-lines", len(theta))
    glue("stat-mean", f"{line_errors.mean():.1%}")
    glue("stat-worst", f"{line_errors.max():.1%}")
    glue("stat-vote", f"{vote_error:.1%}")
    glue("stat-better", f"{np.mean(line_errors < vote_error):.0%}")
    assert len(theta) == 301
    assert vote_error < line_errors.mean()
    assert 0.2 < np.mean(line_errors < vote_error) < 0.5


def statistical_again(once, voted, gain):
    glue("stat-wins", int(np.sum(gain > 0)))
    assert np.allclose(gain, np.array(once) - voted)
    # on average, and not always
    assert gain.mean() > 2 * gain.std(ddof=1) / np.sqrt(len(gain))
    assert len(gain) / 2 < np.sum(gain > 0) < len(gain) == 40


def computational(landscape, ends, classify, square, thetas, offsets, truth, smooth, X, y):
    found = landscape[tuple(ends.T)]
    labels = classify(square, thetas[ends[:, 1]], offsets[ends[:, 0]])
    true_errors = np.mean(labels != truth[:, None], axis=0)
    search_vote = np.sign(labels.sum(axis=1))
    search_vote_error = np.mean(search_vote != truth)
    glue("comp-best", f"{landscape.min():.0%}")
    glue("comp-found", f"{found.mean():.0%}")
    glue("comp-hits", int(np.sum(found == landscape.min())))
    glue("comp-starts", len(ends))
    glue("comp-true", f"{true_errors.mean():.0%}")
    glue("comp-vote", f"{search_vote_error:.0%}")
    smooth_error = np.mean(smooth.predict(square) != truth)
    glue("comp-smooth", f"{np.mean(smooth.predict(X) != y):.0%}")
    glue("comp-smooth-true", f"{smooth_error:.0%}")
    assert smooth_error < search_vote_error + 0.01  # "as good as the vote ... or better"
    assert search_vote_error < true_errors.mean() / 2
    assert np.mean(found == landscape.min()) < 0.4


def representational(stump_labels, diagonal, off_line, stump_vote_error):
    single = np.mean((stump_labels != diagonal)[:, off_line], axis=1)
    glue("rep-single", f"{single.mean():.0%}")
    glue("rep-least", f"{single.min():.0%}")
    for m in (9, 41, 399):
        glue(f"rep-{m}", f"{stump_vote_error(m):.1%}")
    assert single.min() > 0.24
    assert stump_vote_error(9) > stump_vote_error(41) > stump_vote_error(399)
    assert stump_vote_error(399) < 0.06


def average_or_vote(compared, split, error_rate, right_sign, draws):
    one, average, vote = split.values()
    assert abs(average.bias_squared - one.bias_squared) < 0.02
    assert average.variance < 0.01 * one.variance
    assert vote.bias_squared < 0.2 * average.bias_squared
    assert error_rate["the vote of 399"] < 0.2 * error_rate["one stump"]
    assert error_rate["the vote of 399"] == error_rate["the average of 399"]
    mostly = (np.vstack(draws) == right_sign).mean(axis=0) > 0.5
    assert mostly.mean() > 0.98
    glue("mostly-right", f"{mostly.mean():.1%}")


def parallel_and_sequential(ten, measured):
    for figure in ten.content["cases"]["friedman1"]["figures"]:
        glue(f"ten-{figure}", ten.text("friedman1", figure))

    def apart(member, one, other, part):
        """Mean difference of two ways, in one part of the error or in both."""
        parts = ("bias", "variance") if part == "error" else (part,)
        gap = sum(
            ten.values("friedman1", f"{member}_{one}_{p}")
            - ten.values("friedman1", f"{member}_{other}_{p}")
            for p in parts
        )
        return mean_and_error(gap)

    whole = sum(ten.values("friedman1", f"tree_alone_{part}") for part in ("bias", "variance"))
    glue("ten-tree-error", "{:.1f} ± {:.1f}".format(*mean_and_error(whole)))
    claims = {
        "stump-bias": apart("stump", "parallel", "alone", "bias"),
        "tree-bias": apart("tree", "parallel", "alone", "bias"),
        "tree-error": apart("tree", "sequential", "alone", "error"),
    }
    for name, (value, error) in claims.items():
        text = f"{value:+.1f} ± {error:.1f}".replace("-", "−")
        glue(f"change-{name}", text)
    before = ten.values("friedman1", "tree_alone_bias").mean()
    glue("change-tree-percent", f"{claims['tree-bias'][0] / before:.0%}")
    assert abs(claims["stump-bias"][0]) < 0.1 * 15
    assert claims["tree-bias"][0] > 2 * claims["tree-bias"][1]
    assert abs(claims["tree-error"][0]) < 0.1 * 14

    stump, tree = (
        {how: part for (which, how), part in measured.items() if which == member}
        for member in ("stump", "fully grown tree")
    )
    # What the text says.
    assert stump["parallel"].bias_squared > 0.8 * stump["alone"].bias_squared
    assert stump["sequential"].bias_squared < 0.3 * stump["alone"].bias_squared
    assert tree["parallel"].variance < 0.3 * tree["alone"].variance
    assert 1.05 < tree["parallel"].bias_squared / tree["alone"].bias_squared < 1.6
    assert tree["sequential"].error > 0.7 * tree["alone"].error
    best = min(measured, key=lambda which: measured[which].error)
    assert best == ("stump", "sequential")

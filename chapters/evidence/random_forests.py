"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import json

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import DecisionTreeClassifier, RandomForestRegressor
from ensemblelab.bootstrap import bootstrap_counts
from ensemblelab.datasets import make_ringnorm
from ensemblelab.teaching.records import mean_and_error
from scipy.stats import hypergeom
from sklearn.ensemble import RandomForestRegressor as TheirRegressor


def root_features(spam, bagged_roots, forest_roots):
    n, d = spam.X.shape
    glue("n-mails", n)
    glue("n-features", d)
    glue("spam-share", f"{spam.y.mean():.0%}")
    glue("roots-bagged", int(np.sum(bagged_roots > 0)))
    glue("roots-forest", int(np.sum(forest_roots > 0)))
    top = bagged_roots.argsort()[::-1][:2]
    glue("root-one", spam.feature_names[top[0]])
    glue("root-two", spam.feature_names[top[1]])
    assert bagged_roots[top].sum() == 100
    assert np.sum(forest_roots > 0) > 15
    assert int(np.sqrt(d)) == 7


def by_hand_and_library(by_hand, y_test, by_library, X_test):
    glue("hand-error", f"{np.mean(by_hand != y_test):.1%}")
    library_error = 1 - by_library.score(X_test, y_test)
    glue("library-error", f"{library_error:.1%}")


def equal_to_theirs(average, theirs, X):
    assert np.allclose(average, theirs.predict_proba(X))


def transformed(tree, X, again, transform, X_test):
    assert np.array_equal(tree.apply(X), again.apply(transform(X)))
    moved = np.mean(tree.apply(X_test) != again.apply(transform(X_test)))
    glue("moved", f"{moved:.1%}")
    assert 0 < moved < 0.2


def drawn_once(ways):
    gaps = {}
    for name in ("waveform", "threenorm", "ringnorm"):
        for q in (1, 4):
            for way in ("split", "tree"):
                text = ways.text(name, f"{way}_{q}")
                glue(f"{name}-{q}-{way}", text)
            gaps[name, q] = ways.difference(name, f"tree_{q}", f"split_{q}")
            text = ways.difference_text(name, f"tree_{q}", f"split_{q}")
            glue(f"{name}-{q}-gap", text)
    # What the text calls more or less is so by more than two standard errors.
    assert all(gaps[name, 1][0] > 10 for name in ("waveform", "threenorm", "ringnorm"))
    for name in ("waveform", "threenorm"):
        assert gaps[name, 4][0] > 2 * gaps[name, 4][1]
    assert gaps["ringnorm", 4][0] < -2 * gaps["ringnorm", 4][1]

    # A tree's error and the correlation of mistakes: features for each split, and for each tree.
    told = np.array([[_mistakes(seed, once) for once in (False, True)] for seed in range(10)])
    glue("subspace-sets", len(told))
    for way, (error, correlation) in zip(("split", "subspace"), told.mean(axis=0), strict=True):
        glue(f"{way}-tree", f"{error:.1%}")
        glue(f"{way}-correlation", f"{correlation:.2f}")
    (more, more_error), (less, less_error) = map(mean_and_error, (told[:, 1] - told[:, 0]).T)
    assert more > 2 * more_error
    assert less < -2 * less_error


def _mistakes(seed, once, q=4, n_trees=20):
    """Return a tree's error, and the correlation of two trees' mistakes, on ringnorm."""
    rng = np.random.default_rng(seed)
    (X, y), (X_new, y_new) = make_ringnorm(300, rng), make_ringnorm(1000, rng)
    wrong = []
    for _ in range(n_trees):
        drawn = rng.choice(X.shape[1], q, replace=False) if once else np.arange(X.shape[1])
        tree = DecisionTreeClassifier(max_features=None if once else q, random_state=rng)
        tree.fit(X[:, drawn], y, bootstrap_counts(len(X), rng))
        wrong.append(tree.predict(X_new[:, drawn]) != y_new)
    together = np.cov(np.array(wrong, dtype=float))
    variance = np.trace(together) / n_trees
    covariance = (together.sum() - n_trees * variance) / (n_trees * (n_trees - 1))
    return np.mean(wrong), covariance / variance


def features(ring_errors, rare_errors, ways):
    assert TheirRegressor().max_features == 1.0
    assert RandomForestRegressor().max_features == 1 / 3
    ring_mean, rare_mean = ring_errors.mean(axis=1), rare_errors.mean(axis=1)
    assert np.all(np.diff(ring_mean) > 0)
    assert np.all(np.diff(rare_mean) < 0)
    for name, case, q in (
        ("ring-one", "ringnorm", 1),
        ("ring-root", "ringnorm", 4),
        ("ring-all", "ringnorm", 20),
        ("rare-root", "two_of_a_hundred", 10),
        ("rare-all", "two_of_a_hundred", 100),
    ):
        glue(name, ways.text(case, f"features_{q}"))
    for case, few, many in (("ringnorm", 1, 4), ("ringnorm", 4, 20), ("two_of_a_hundred", 100, 10)):
        gap, gap_error = ways.difference(case, f"features_{many}", f"features_{few}")
        assert gap > 2 * gap_error
    glue("blind", f"{hypergeom.pmf(0, 100, 2, 10):.0%}")


def strength(strength, correlation, error, spread, choices):
    assert np.all(np.diff(strength) > -0.01)  # 4 runs leave some noise
    assert np.all(np.diff(correlation) > -0.01)
    assert strength[-1] > strength[0] + 0.1
    assert correlation[-1] > 2 * correlation[0]
    best = error.argmin()
    assert error[-1] > error[best] + 2 * max(spread[best], spread[-1])
    assert error[0] < error[best] + 2 * max(spread[best], spread[0])
    assert 1 < choices[best] < 21
    glue("rho-low", f"{correlation[0]:.2f}")
    glue("rho-high", f"{correlation[-1]:.2f}")
    glue("s-low", f"{strength[0]:.2f}")
    glue("s-high", f"{strength[-1]:.2f}")
    glue("wave-best", f"{error[best]:.1%} ± {spread[best]:.1%}")
    glue("wave-best-q", choices[best])
    glue("wave-all", f"{error[-1]:.1%} ± {spread[-1]:.1%}")
    bound = correlation * (1 - strength**2) / strength**2
    glue("wave-bound", f"{bound[best]:.0%}")


def over_training_sets(over_sets):
    bias, variance, covariance = np.array(list(over_sets.values())).T
    correlation, limit = covariance / variance, bias + covariance
    assert np.all(np.diff(bias) > 1)
    assert np.all(np.diff(correlation) < 0)
    assert correlation[1] < 0.7 * correlation[0]
    assert np.all(np.diff(limit) > 0.5)


def explorer(explorer):
    # What the text says of the explorer.
    start = explorer.fragment.index('json">') + len('json">')
    end = explorer.fragment.index("</script>")
    trace = json.loads(explorer.fragment[start:end])
    full = [row[-1] for row in trace["forests"]]
    assert all(f["sizes"][-1]["fresh"] < f["sizes"][0]["fresh"] - 0.02 for f in full)
    assert all(f["sizes"][-1]["training"] == 0 for f in full)
    stumps = [row[0] for row in trace["forests"]]
    assert all(
        s["sizes"][-1]["fresh"] > f["sizes"][-1]["fresh"] + 0.03
        for s, f in zip(stumps, full, strict=True)
    )


def out_of_bag(oob_curves, test_curves, X_test):
    glue("oob-400", f"{oob_curves[:, -1].mean():.1%}")
    glue("test-400", f"{test_curves[:, -1].mean():.1%}")
    glue("oob-10", f"{oob_curves[:, 9].mean():.1%}")
    glue("spread-10", f"{np.ptp(test_curves[:, 9]):.1%}")
    glue("spread-400", f"{np.ptp(test_curves[:, -1]):.1%}")
    share = test_curves[:, -1].mean()
    binomial = np.sqrt(share * (1 - share) / len(X_test))
    glue("radar-se", f"{binomial:.1%}")
    mean_test = test_curves.mean(axis=0)
    # No overfitting by trees: the last errors are within noise of the lowest.
    assert mean_test[-1] < mean_test[20:].min() + binomial / 2
    assert np.ptp(test_curves[:, -1]) < np.ptp(test_curves[:, 9])
    assert oob_curves[:, 9].mean() > oob_curves[:, -1].mean() + 0.01
    assert np.ptp(oob_curves[:, 99:].mean(axis=0)) < 0.01


def tuned_out_of_bag(tried, best_q, X_test, y_test):
    chosen, default = tried[best_q], tried[10]
    chosen_test, default_test = (1 - f.score(X_test, y_test) for f in (chosen, default))
    assert chosen_test < default_test - 0.03
    glue("tuned-q", best_q)
    glue("tuned-oob", f"{1 - chosen.oob_score_:.1%}")
    glue("tuned-test", f"{chosen_test:.1%}")
    glue("tuned-default", f"{default_test:.1%}")


def importances(features, impurity, permutation, uncertain, X, importances, y):
    rank = dict(zip(features, impurity.argsort()[::-1].argsort() + 1, strict=True))
    at = {name: j for j, name in enumerate(features)}
    real_below = [
        features[j]
        for j in impurity.argsort()[::-1]
        if impurity[j] < impurity[at["NOISE"]] and features[j] != "BINARY"
    ]
    glue("noise-rank", int(rank["NOISE"]))
    glue("noise-share", f"{impurity[at['NOISE']]:.1%}")
    glue("coin-share", f"{impurity[at['BINARY']]:.1%}")
    glue("below", len(real_below))
    glue("below-one", real_below[0])
    cost, doubt = 100 * permutation[at["NOISE"]], 100 * uncertain[at["NOISE"]]
    text = f"{cost:+.1f} ± {doubt:.1f}".replace("-", "−")
    glue("noise-shuffled", text)
    assert len(real_below) >= 3
    assert rank["NOISE"] > 3
    assert impurity[at["NOISE"]] > 2 * impurity[at["BINARY"]]
    nothing = np.abs(permutation) < 2 * uncertain  # within two standard errors of it
    assert nothing[[at["NOISE"], at["BINARY"]]].all()
    real = np.arange(len(features)) < X.shape[1]
    looked_important = impurity > impurity[at["NOISE"]]
    glue("costs-nothing", int(np.sum(nothing & real)))
    glue("looked-important", int(np.sum(nothing & real & looked_important)))
    assert np.sum(nothing & real & looked_important) >= 3  # "several", in the figure's words

    twin = at["thal"]
    with_twin = np.column_stack([X, X[:, twin]])
    (impurity_twin, permutation_twin), (_, uncertain_twin) = importances(with_twin, y, repeats=2)
    glue("thal-alone", f"{impurity[twin]:.1%}")
    both = f"{impurity_twin[twin]:.1%} and {impurity_twin[X.shape[1]]:.1%}"
    glue("thal-each", both)
    for name, costs, doubts in (
        ("thal-shuffled", permutation, uncertain),
        ("thal-shuffled-twin", permutation_twin, uncertain_twin),
    ):
        text = f"{100 * costs[twin]:.1f} ± {100 * doubts[twin]:.1f}".replace("-", "−")
        glue(name, text)
    each = impurity_twin[[twin, X.shape[1]]]
    assert each.max() < 0.8 * impurity[twin] < impurity[twin] < each.sum()
    lost = permutation[twin] - permutation_twin[twin]
    assert lost > 2 * np.hypot(uncertain[twin], uncertain_twin[twin])


def flipped_labels(found, radar):
    assert np.mean(found) > 4
    assert min(found) < 10  # some stay hidden
    glue("flipped-found", f"{np.mean(found):.1f}")
    glue("flipped-chance", f"{100 / len(radar.y):.1f}")


def neighborhood(trees, weights, X, y, x):
    assert np.isclose(weights @ y, np.mean([tree.predict(x) for tree in trees]))
    assert np.isclose(weights.sum(), 1)
    distance = np.sqrt(weights @ (X - x) ** 2)
    assert distance[1] > 4 * distance[0]
    on_first, on_second = (sum(np.sum(tree.tree_.feature == j) for tree in trees) for j in (0, 1))
    assert on_first > 2 * on_second
    glue("neighbors", int(np.sum(weights > 0)))
    glue("distance-first", f"{distance[0]:.2f}")
    glue("distance-second", f"{distance[1]:.2f}")


def beyond(trends, grid):
    for name in ("random forest", "gradient boosting"):
        assert np.ptp(trends[name][grid[:, 0] > 1]) < 1e-9
    for key, name in (
        ("forest", "random forest"),
        ("boosting", "gradient boosting"),
        ("line", "linear regression"),
    ):
        glue(f"beyond-{key}", f"{trends[name][-1]:.2f}")


def curves(record, curves, methods, overlap, figures):
    n_splits = record["repetitions"]
    last = {method: curves[method][-1] for method in methods}
    glue("n-splits", n_splits)
    for method in methods:
        mean, error = mean_and_error(last[method], overlap)
        glue(f"spam-{method}", f"{mean:.2f}")
        glue(f"spam-{method}-se", f"{error:.2f}")
    one_split = 100 * np.sqrt(0.05 * 0.95 / 1536)
    glue("one-split-se", f"{one_split:.1f}")
    gaps = {}
    pairs = ("bagged", "forest"), ("boosted", "forest"), ("bagged", "boosted")
    for a, b in pairs:
        gap = last[a] - last[b]
        # McNemar, within one split: emails that one misclassifies and the other does not.
        apart = (figures[f"{a}_not_{b}"] + figures[f"{b}_not_{a}"]) / 100
        within = 100 * np.sqrt(apart / 1536)
        mean, error = mean_and_error(gap, overlap)
        ratios = np.abs(gap) / within
        gaps[a, b] = mean, error, ratios, within.mean()
        text = f"{mean:+.2f} ± {error:.2f}".replace("-", "−")
        glue(f"gap-{a}-{b}", text)
        glue(f"within-{a}-{b}", f"{within.mean():.2f}")
        glue(f"signif-{a}-{b}", int(np.sum(ratios > 1.96)))
    # What the text says of them.
    assert np.all(last["bagged"] > last["forest"])
    mean, error, ratios, within = gaps["bagged", "forest"]
    assert mean > 3 * error
    assert np.sum(ratios > 1.96) >= 7
    assert 0.5 * mean < 0.52 < 0.7 * mean
    assert 1.96 * within > 0.52
    mean, error, *_ = gaps["boosted", "forest"]
    assert abs(mean) + 2 * error < 0.9
    assert curves["boosted"][-1].mean() < curves["boosted"][-2].mean() - 0.2
    for method in ("bagged", "forest"):
        assert np.ptp(curves[method][-3:].mean(axis=1)) < 0.2
    glue("tree-error", f"{curves['bagged'][0].mean():.1f}")
    glue("copies", f"{figures['copies'].mean():.1f}%")
    text = f"{figures['forest_copies'].mean():.1f}%"
    glue("forest-copies", text)
    glue("forest-new", f"{figures['forest_new'].mean():.2f}%")


def sees_one():
    glue("sees-one", f"{1 - hypergeom.pmf(0, 1000, 5, 31):.0%}")


def blind():
    # The solution's number.
    blind = [hypergeom.pmf(0, 57, r, 7) for r in range(30)]
    glue("blind-r", next(r for r in range(30) if blind[r] < 0.1))


def twins(twin, used, size, spams, mixed, group):
    few = np.mean(used[twin] <= 3), np.mean(used[~twin] <= 3)
    assert few[0] > 2 * few[1]
    glue("twin-ratio", f"{few[0] / few[1]:.1f}")
    words = np.zeros(len(size), dtype=int)
    words[group] = used
    most = np.argsort(-size, kind="stable")[:3]
    assert words[most].max() <= 1
    glue("largest-words", "at most one")
    assert mixed > 0
    glue("mixed", mixed)
    often = np.flatnonzero(size > 5)
    long = often[words[often].argmax()]
    assert words[long] > 20
    glue("copied", size[long])
    glue("copied-words", words[long])

"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import DecisionTreeClassifier
from ensemblelab.teaching.records import mean_and_error


def six_mails(gini, folder, pairs):
    assert np.isclose(gini(folder), 22 / 36)
    assert pairs.sum() == 22


def all_questions(first, gini, folder):
    (best, feature, threshold), (second, *_) = first[:2]
    assert len(first) == 8
    assert feature == 0
    assert np.isclose(best, 2 / 9)
    assert second > best + 0.1
    glue("root-threshold", f"{threshold:.1f}")
    glue("root-gain", f"{gini(folder) - best:.3f}")


def grown_by_hand(n_leaves, by_library):
    tree = by_library.tree_
    assert n_leaves == tree.n_leaves == 3
    assert tree.depth == 2
    assert list(tree.threshold[~tree.is_leaf]) == [2.5, 3.0]
    assert list(tree.feature[~tree.is_leaf]) == [0, 1]


def in_scikit_learn(ours, theirs, p_ours, p_theirs):
    assert ours.tree_.n_leaves == theirs.get_n_leaves()
    assert np.allclose(p_ours, p_theirs, rtol=0, atol=1e-15)
    assert set(ours.get_params()) <= set(theirs.get_params())  # as the table says


def two_irises(flowers):
    petals = flowers.data[:, 2:]
    two = DecisionTreeClassifier(max_depth=2).fit(petals, flowers.target)
    assert two.tree_.n_leaves == 3  # two questions
    full = DecisionTreeClassifier().fit(petals, flowers.target)
    assert (full.predict(petals) != flowers.target).sum() == 1  # three flowers have the same petals
    glue("two-questions-wrong", int((two.predict(petals) != flowers.target).sum()))


def exact_search(greedy_left, exact_left, greedy_error, exact_error, patients):
    assert (exact_left < greedy_left + 1e-12).all()
    better = int((exact_left < greedy_left - 1e-9).sum())
    assert better >= 10
    gap, error = mean_and_error(exact_error - greedy_error, 1.0)
    assert abs(gap) < error  # "cannot say": the interval holds gains and losses
    glue("n-patients", len(patients.y))
    glue("exact-wins", better)
    glue("exact-left", f"{exact_left.mean():.3f}")
    glue("greedy-left", f"{greedy_left.mean():.3f}")
    glue("exact-gap", f"{gap:+.1f} ± {error:.1f}".replace("-", "−"))


def exclusive_or(gains, full, words, spam):
    assert not any(gains)
    assert (full.predict(words) == spam).all()
    assert full.tree_.n_leaves == 4


def two_questions(left_after):
    (a, b) = dict.fromkeys(sides for sides, _ in left_after)
    by_name = {(sides, m.__name__): left for (sides, m), left in left_after.items()}
    assert np.isclose(by_name[a, "error"], by_name[b, "error"])
    assert by_name[b, "index"] < by_name[a, "index"]
    assert by_name[b, "entropy"] < by_name[a, "entropy"]
    glue("errors-left", f"{by_name[a, 'error']:.0%}")


def first_split_of_a_sine(candidates, mse, regression_tree, y):
    assert len(candidates) == 39
    assert np.isclose(candidates[mse.argmin()], regression_tree.tree_.threshold[0])
    assert abs(candidates[mse.argmin()] - 0.5) < 0.1
    assert candidates[mse.argmin()] > 0.5  # as the alt text says
    assert mse.min() < 0.7 * y.var()
    assert regression_tree.tree_.n_leaves == 4
    glue("sine-threshold", f"{candidates[mse.argmin()]:.2f}")
    glue("sine-before", f"{y.var():.2f}")
    glue("sine-after", f"{mse.min():.2f}")


def tree_or_line(in_square):
    diagonal, corner = (np.mean(in_square[name], axis=0) for name in ("diagonal", "corner"))
    assert diagonal[0] + 5 < diagonal[-2] < diagonal[1]
    assert corner[1] + 5 < corner[0]
    assert corner[1] < 2
    for name, means in ("diagonal", diagonal), ("corner", corner):
        glue(f"{name}-line", f"{means[0]:.1f}")
        glue(f"{name}-three", f"{means[1]:.1f}")
    glue("diagonal-full", f"{diagonal[4]:.1f}")
    glue("diagonal-leaves", f"{diagonal[5]:.0f}")


def sine_by_depth(on_sine, depths):
    new = dict(zip(depths, on_sine[:, :, 1].T, strict=True))
    assert min(depths, key=lambda d: new[d].mean()) == 3
    for d in 3, 10:
        glue(f"sine-{d}", "{:.3f} ± {:.3f}".format(*mean_and_error(new[d])))
    rise, error = mean_and_error(new[10] - new[3])
    assert rise > 5 * error
    fall, error = mean_and_error(new[1] - new[3])
    assert fall > 5 * error
    assert on_sine[:, -1, 0].mean() < 0.01
    glue("sine-rise", f"{rise:.3f} ± {mean_and_error(new[10] - new[3])[1]:.3f}")


def depths(by_depth, radar):
    glue("n-radar", len(radar.y))
    assert by_depth[10][:, 0].max() == 0
    for d in (1, 2, 10):
        mean, error = mean_and_error(by_depth[d][:, 1], 1.0)
        glue(f"new-{d}", f"{mean:.1f} ± {error:.1f}")
    gap, error = mean_and_error(by_depth[2][:, 1] - by_depth[1][:, 1], 1.0)
    assert gap < -2 * error
    change, error = mean_and_error(by_depth[10][:, 1] - by_depth[2][:, 1], 1.0)
    assert abs(change) < error  # "leaves open": the interval holds gains and losses
    glue("radar-change", f"{change:+.1f} ± {error:.1f}".replace("-", "−"))


def links_by_hand(path):
    assert np.allclose(path.ccp_alphas, [0, 2 / 9, 14 / 36])
    assert np.allclose(path.impurities, [0, 2 / 9, 22 / 36])


def pruned(pruned_sine, pruned_radar):
    gap, gap_error = mean_and_error(pruned_sine[1] - pruned_sine[0])
    assert gap < -2 * gap_error
    assert np.all(pruned_sine[2] == 40)
    assert pruned_sine[3].mean() < 20
    glue("sine-full", f"{pruned_sine[0].mean():.3f}")
    glue("sine-cut", f"{gap:+.3f} ± {gap_error:.3f}".replace("-", "−"))
    glue("sine-leaves", f"{pruned_sine[3].mean():.1f}")
    radar_gap, radar_error = mean_and_error(pruned_radar[1] - pruned_radar[0], overlap=1.0)
    assert abs(radar_gap) < 2 * radar_error
    assert pruned_radar[3].mean() < pruned_radar[2].mean()
    glue("full-leaves", f"{pruned_radar[2].mean():.1f}")
    glue("cut-leaves", f"{pruned_radar[3].mean():.1f}")
    glue("cut-gap", f"{radar_gap:+.1f} ± {radar_error:.1f}".replace("-", "−"))


def countries(every, tried):
    assert len(every) == 15 == 2**4 - 1
    assert np.isclose(min(every.values()), min(tried))


def missing_link(after, links, folder):
    left = links <= 2.5
    right = left.copy()
    right[1] = False
    assert after(left, folder) < after(right, folder)


def outlier(again, by_library, lines):
    assert again.to_text() == by_library.to_text()
    assert abs(lines[1]) < 1e-5 < 0.1 < abs(lines[0])


def outlier_in_y(stump):
    assert stump.predict([[0]])[0] == 1001


def readable(large, spam_mails):
    assert large.tree_.n_leaves > 100
    glue("n-spam", f"{len(spam_mails.y):,}")


def one_flower(one, two, changed, petals, moved, species):
    assert petals[70, 0] == 4.8
    assert one.tree_.feature[2] == 1 != two.tree_.feature[2]
    assert changed > 0.3
    # Of the plane in cells of half a centimeter by a quarter, most hold no flower.
    held, _, _ = np.histogram2d(*petals.T, bins=(14, 12), range=((0.5, 7.5), (0, 3)))
    assert np.mean(held > 0) < 0.5
    glue("changed", f"{changed:.0%}")
    answers = one.predict(petals), two.predict(petals)
    wrong = {int((answer != species).sum()) for answer in (answers[0], two.predict(moved))}
    assert len(wrong) == 1
    glue("flowers-changed", int((answers[0] != answers[1]).sum()))
    glue("flowers-wrong", wrong.pop())


def rivals(gain, petals, moved, twice):
    lead = [gain(x, 1, 1.75) - gain(x, 0, 4.75) for x in (petals, moved, twice)]
    assert lead[0] > 1e-6 > abs(lead[1])
    assert lead[2] < -1e-6


def one_patient(turned):
    some = turned.max(axis=1) > 0
    assert some.sum() > len(some) / 2
    assert np.mean(turned == 0) > 0.5
    glue("sets-turned", int(some.sum()))
    glue("no-turn", f"{np.mean(turned == 0):.0%}")
    glue("n-old", turned.shape[1])
    glue("worst-turn", "{:.0f} ± {:.0f}".format(*mean_and_error(turned.max(axis=1), 1.0)))

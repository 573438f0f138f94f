"""The figures in the model report of the problem set on spam: python -m experiments.model_report.

It computes them, in two minutes, with the solution of exercises/source/project/project.md, whose
notes for marking hold them.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from nbjudge.course.myst import read_source

Learner = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""It is trained on observations and labels, and predicts other observations."""

source = Path(__file__).parents[1] / "exercises/source/project/project.md"
sys.path.insert(0, str(source.parent))  # the checks' module, which the notebook imports
space: dict[str, Any] = {}
for cell in read_source(source).cells:
    graded = cell.metadata.get("nbgrader")
    if cell.cell_type == "code" and graded and not graded["grade"]:
        exec(cell.source, space)
scores, compare, spam = space["scores"], space["compare"], space["spam"]
honest_split, out_of_fold = space["honest_split"], space["out_of_fold"]
X, y = spam.X, spam.y


def tree(X_train: np.ndarray, y_train: np.ndarray, X_new: np.ndarray) -> np.ndarray:
    """Predict by a single tree."""
    return space["DecisionTreeClassifier"](random_state=0).fit(X_train, y_train).predict(X_new)


def stumps(n_estimators: int) -> Learner:
    """Return a learner by AdaBoost."""
    model = space["AdaBoostClassifier"](n_estimators=n_estimators)
    return lambda X_train, y_train, X_new: model.fit(X_train, y_train).predict(X_new)


def forest(max_features: int) -> Learner:
    """Return a learner by a random forest."""
    model = space["RandomForestClassifier"](200, max_features=max_features, random_state=0)
    return lambda X_train, y_train, X_new: model.fit(X_train, y_train).predict(X_new)


def row(name: str, truth: np.ndarray, predicted: np.ndarray) -> None:
    """Print a row of the report's table, in percent."""
    s = {key: 100 * value for key, value in scores(truth, predicted).items()}
    print(
        f"{name:22} error {s['error']:5.2f} ± {s['standard_error']:.2f}"
        f"  false alarms {s['false_alarms']:5.2f}  missed {s['missed']:5.2f}"
    )


different, copies = np.unique(X, axis=0, return_counts=True)
print(len(y), "mails,", len(different), "different;", f"{y.mean():.1%} spam")
for name in ("george", "num650"):
    there = X[:, spam.feature_names.index(name)] > 0
    print(name, there.sum(), "mails have it,", f"{y[there].mean():.1%} of them spam")

rng = np.random.default_rng(0)
train, test = honest_split(X, 1 / 3, rng)
print(len(train), "to learn from,", len(test), "to test")
folds, left = np.zeros(len(train), int), np.arange(len(train))
for k in range(1, 5):  # fold 0 is what the others leave
    rest, part = honest_split(X[train][left], 1 / (6 - k), rng)
    folds[left[part]] = k
    left = left[rest]
candidates = {"tree": tree}
candidates |= {f"AdaBoost, {m}": stumps(m) for m in (50, 200, 800)}
candidates |= {f"forest, q = {q}": forest(q) for q in (2, 7, 20)}
best = {}
for name, candidate in candidates.items():
    predicted = out_of_fold(candidate, X[train], y[train], folds)
    row("CV " + name, y[train], predicted)
    kind = name.split(",")[0]
    best[kind] = min(best.get(kind, (1, "")), (np.mean(predicted != y[train]), name))

predicted = {name: candidates[name](X[train], y[train], X[test]) for _, name in best.values()}
for name, answers in predicted.items():
    row(name, y[test], answers)
names = list(predicted)
for one, other in (names[1:], names[:2]):
    print(f"{one} against {other}:", *compare(y[test], predicted[one], predicted[other]))

chosen = names[2]
personal = [spam.feature_names.index(n) for n in ("george", "num650", "hp", "hpl", "lab", "labs")]
Z = np.delete(X, personal, axis=1)
less = candidates[chosen](Z[train], y[train], Z[test])
row(chosen + ", not personal", y[test], less)
print("with the personal words against without:", *compare(y[test], predicted[chosen], less))
gaps = []
for seed in range(10):
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(y))
    ordinary = order[len(test) :], order[: len(test)]
    errors = [
        np.mean(candidates[chosen](X[a], y[a], X[b]) != y[b])
        for a, b in (ordinary, honest_split(X, 1 / 3, rng))
    ]
    gaps.append(errors)
ordinary, honest = 100 * np.mean(gaps, axis=0)
error = 100 * np.diff(gaps).std(ddof=1) / len(gaps) ** 0.5
print(f"plain splits {ordinary:.2f}, honest {honest:.2f}, difference ± {error:.2f}")

"""Players that show AdaBoost and gradient boosting round by round."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.gradient_boosting import GradientBoostingRegressor
from ensemblelab.teaching.players.frame import (
    CONTROLS,
    REGION,
    STEPPER,
    Player,
    Question,
    build_player,
    offer_ranges,
)

__all__ = ["adaboost_player", "adaboost_trace", "boosting_player", "boosting_trace"]


# AdaBoost, round by round


def adaboost_trace(
    model: AdaBoostClassifier, X: ArrayLike, y: ArrayLike, *, cells: int = 128
) -> dict[str, Any]:
    """Record every round of a fitted AdaBoost with two features, for its player.

    Parameters
    ----------
    model : AdaBoostClassifier
        Fitted to X and y with ``keep_weights=True``: two classes, two features, and weak learners
        whose boundary is a line, that is, stumps or `Perceptron` s.
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
    cells : int, default=128
        The ensemble's predictions are drawn on a grid of cells x cells; a multiple of 8.

    Returns
    -------
    dict
        ``points`` (n pairs x1, x2), ``labels`` (-1 or +1), ``extent`` (left, right, bottom,
        top), ``cells``, and ``rounds``, a list of dicts: ``weights`` (those that the weak learner
        was trained on, as multiples of 1/n), ``wrong`` (observations that the weak learner
        misclassifies), ``line`` (two ends of its boundary, or None if it lies outside),
        ``positive`` (a point just on its +1 side), ``epsilon``, ``alpha``, ``z``, ``bound`` (the
        product of all Z so far), ``error`` (the training error of the ensemble), and ``region`` (a
        bit for each cell, line by line from the bottom, 1 where the ensemble predicts +1, in
        base64).

    Raises
    ------
    ValueError
        If the model kept no weights, or is not of the kind described.
    """
    check_is_fitted(model)
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if not hasattr(model, "sample_weights_"):
        raise ValueError("the model kept no weights: fit it with keep_weights=True")
    if X.shape != (len(y), 2) or model.sample_weights_.shape[1] != len(y):
        raise ValueError(f"X has shape {X.shape}: it must be the model's training set, (n, 2)")
    if len(model.classes_) != 2:
        raise ValueError(f"the model has {len(model.classes_)} classes: the player shows two")
    if cells % 8:
        raise ValueError(f"cells={cells} must be a multiple of 8")
    middle, reach = (X.min(axis=0) + X.max(axis=0)) / 2, 0.56 * np.ptp(X, axis=0).max()
    (left, bottom), (right, top) = middle - reach, middle + reach  # a square around all points
    extent = (left, right, bottom, top)
    middles = (np.arange(cells) + 0.5) / cells
    x2, x1 = np.meshgrid(
        bottom + (top - bottom) * middles, left + (right - left) * middles, indexing="ij"
    )
    grid = np.column_stack([x1.ravel(), x2.ravel()])
    rounds = []
    z = 2 * np.sqrt(model.estimator_errors_ * (1 - model.estimator_errors_))
    stages = zip(
        model.estimators_,
        model.staged_predict(X),
        model.staged_decision_function(grid),
        strict=True,
    )
    for k, (member, predicted, f) in enumerate(stages):
        line, positive = _line(member, model.classes_, extent)
        rounds.append(
            {
                "weights": (len(y) * model.sample_weights_[k]).round(3).tolist(),
                "wrong": np.flatnonzero(member.predict(X) != y).tolist(),
                "line": line,
                "positive": positive,
                "epsilon": float(model.estimator_errors_[k]),
                "alpha": float(model.estimator_weights_[k]),
                "z": float(z[k]),
                "bound": float(model.training_bound_[k]),
                "error": float(np.mean(predicted != y)),
                "region": base64.b64encode(np.packbits(f > 0).tobytes()).decode(),
            }
        )
    return {
        "points": X.round(3).tolist(),
        "labels": np.where(y == model.classes_[1], 1, -1).tolist(),
        "extent": [float(side) for side in extent],
        "cells": cells,
        "rounds": rounds,
    }


def _line(member: Any, classes: np.ndarray, extent: tuple[float, ...]) -> tuple[Any, Any]:
    """Find where a weak learner's boundary a·x + b = 0 crosses the frame, and a point beside it."""
    if hasattr(member, "coef_"):
        a, b = member.coef_[0], member.intercept_[0]
    elif hasattr(member, "tree_") and len(member.tree_.feature) <= 3:
        tree = member.tree_
        low, high = tree.value[[tree.left[0], -1]].argmax(axis=1)
        a = np.zeros(2)
        a[tree.feature[0]] = high - low
        b = -(high - low) * tree.threshold[0]
    else:
        raise ValueError(f"the boundary of {member!r} is not known to be a line")
    left, right, bottom, top = extent
    ends = []
    for axis, sides, low, high in (
        (0, (left, right), bottom, top),
        (1, (bottom, top), left, right),
    ):
        for side in sides:
            if a[1 - axis]:
                other = -(b + a[axis] * side) / a[1 - axis]
                if low <= other <= high:
                    ends.append([side, other] if axis == 0 else [other, side])
    if len(ends) < 2:
        return None, None
    start, end = ends[0], max(ends, key=lambda p: np.hypot(*np.subtract(p, ends[0])))
    beside = np.add(start, end) / 2 + 0.04 * (right - left) * a / np.hypot(*a)
    return [[round(float(v), 3) for v in p] for p in (start, end)], beside.round(3).tolist()


_ADABOOST_BODY = """
<div class="player-panes">
  <svg viewBox="0 0 400 400" role="img" data-part="plane"></svg>
  <div class="player-later">
    <table>
      <caption>This round</caption><tbody data-part="table"></tbody>
    </table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">Circles are the class +1, squares the class &minus;1; their area is the
observation weight in this round. The dashed line is the new weak learner, with a + on its positive
side; the observations that it misclassifies are crossed out. The solid line bounds the hatched
region, where the ensemble so far predicts +1.</p>
"""

_ADABOOST_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`);
const plane = part("plane"), chart = part("chart"), rounds = data.rounds, size = 400;
const [left, right, bottom, top_] = data.extent, T = rounds.length, n = data.points.length;
const px = x => ((x - left) / (right - left) * size).toFixed(1);
const py = y => ((top_ - y) / (top_ - bottom) * size).toFixed(1);
const cx = t => 40 + 350 * (T > 1 ? (t - 1) / (T - 1) : 0), cy = v => 155 - 145 * v;

function drawPlane(round) {
  const [area, edge] = region(round.region, data.cells, size), wrong = new Set(round.wrong);
  const hatch = root.id + "-hatch";
  let svg = `<defs><pattern id="${hatch}" width="8" height="8" patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"><path d="M0 0v8" stroke="var(--faint)" stroke-width="1.4"/>
    </pattern></defs><path d="${area}" fill="url(#${hatch})" opacity=".7"/>
    <path d="${edge}" stroke="var(--ink)" stroke-width="2.5" stroke-linecap="square"/>`;
  data.points.forEach(([x, y], i) => {
    const r = 3.6 * Math.sqrt(round.weights[i]), X = px(x), Y = py(y), k = Math.max(r, 3);
    svg += data.labels[i] > 0 ?
      `<circle cx="${X}" cy="${Y}" r="${r}" fill="var(--plus)" fill-opacity=".75"/>` :
      `<rect x="${X - .886 * r}" y="${Y - .886 * r}" width="${1.772 * r}" height="${1.772 * r}"
        fill="var(--minus)" fill-opacity=".75"/>`;
    if (wrong.has(i)) svg += `<path d="M${X - k} ${Y - k}l${2 * k} ${2 * k}m0 ${-2 * k}l${-2 * k}
      ${2 * k}" stroke="var(--ink)" stroke-width="1.2"/>`;
  });
  if (round.line) {
    const [[a, b], [c, d]] = round.line, [u, v] = round.positive;
    svg += `<path d="M${px(a)} ${py(b)}L${px(c)} ${py(d)}" stroke="var(--ink)" stroke-width="2"
      stroke-dasharray="9 5"/><text x="${px(u)}" y="${py(v)}" text-anchor="middle"
      dominant-baseline="central" style="font-size:22px;font-weight:bold">+</text>`;
  }
  plane.innerHTML = svg;
}

function drawChart(t) {
  const curve = (key, dash) => `<path fill="none" stroke="var(--ink)" stroke-width="2"
    stroke-dasharray="${dash}" d="${rounds.map((r, i) =>
      (i ? "L" : "M") + cx(i + 1) + " " + cy(r[key])).join("")}"/>`;
  const mark = (key, shape) => `<circle cx="${cx(t)}" cy="${cy(rounds[t - 1][key])}" r="5"
    fill="${shape}" stroke="var(--ink)" stroke-width="2"/>`;
  chart.innerHTML = `<path d="M40 10v145h355" fill="none" stroke="var(--faint)"/>
    <text x="34" y="14" text-anchor="end">1</text><text x="34" y="159" text-anchor="end">0</text>
    <text x="40" y="174" text-anchor="middle">1</text>
    <text x="390" y="174" text-anchor="middle">${T}</text>
    <text x="215" y="185" text-anchor="middle">round</text>
    <path d="M${cx(t)} 10v145" stroke="var(--faint)"/>` + curve("bound", "7 4") + curve("error", "")
    + mark("bound", "var(--paper)") + mark("error", "var(--ink)")
    + `<path d="M170 18h30" stroke="var(--ink)" stroke-width="2" stroke-dasharray="7 4"/>
    <text x="206" y="22">product of Z, the bound</text>
    <path d="M170 36h30" stroke="var(--ink)" stroke-width="2"/>
    <text x="206" y="40">training error</text>`;
}

stepper(root, 1, T, "Round", t => {
  const round = rounds[t - 1], f = v => v.toFixed(3), right = round.epsilon > 0 ? "0.500" : "0";
  drawPlane(round); drawChart(t);
  const entries = [["weighted error \\u03b5", f(round.epsilon)],
    ["estimator weight \\u03b1", f(round.alpha)],
    ["Z = 2\\u221a(\\u03b5(1 \\u2212 \\u03b5))", f(round.z)],
    ["product of all Z: the bound", f(round.bound)], ["training error", f(round.error)],
    ["misclassified weight, before", f(round.epsilon)], ["\\u2026 and after", right]];
  part("table").innerHTML = entries.map(([name, value]) =>
    `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
  const words = `Round ${t}: the new weak learner misclassifies ${round.wrong.length} of ${n} ` +
    `observations, which carry ${f(round.epsilon)} of the weight, and has the estimator weight ` +
    `${f(round.alpha)}. The ensemble misclassifies ${Math.round(round.error * n)} observations, ` +
    `${f(round.error)} of them; the bound is ${f(round.bound)}.` +
    (round.line ? "" : " The weak learner's line lies outside the picture.");
  if (t === T) settle();
  plane.setAttribute("aria-label", "The observations in the plane. " + words);
  chart.setAttribute("aria-label", `Training error and its bound by round. At round ${t} they ` +
    `are ${f(round.error)} and ${f(round.bound)}.`);
  return words;
});
"""


def adaboost_player(
    model: AdaBoostClassifier,
    X: ArrayLike,
    y: ArrayLike,
    *,
    title: str = "AdaBoost, round by round",
) -> Player:
    """Show every round of a fitted AdaBoost: the weights, weak learner, ensemble, and bound.

    Parameters
    ----------
    model, X, y
        As for `adaboost_trace`.
    title : str
        The title of the player, which screen readers announce.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        As for `adaboost_trace`.
    """
    data = adaboost_trace(model, X, y)
    n, rounds = len(data["labels"]), data["rounds"]
    alone, together = (round(rounds[k]["error"] * n) for k in (0, -1))
    choices, right = offer_ranges(together, (n // 50, n // 7))
    question = Question(
        f"The first weak learner alone misclassifies {alone} of the {n} observations. How many will"
        f" the vote of {len(rounds)} misclassify?",
        choices,
        right,
        f"Play to round {len(rounds)} and see.",
        f"The vote of {len(rounds)} misclassifies {together} of {n} observations, the first alone"
        f" {alone}.",
    )
    body, script = CONTROLS + _ADABOOST_BODY, STEPPER + REGION + _ADABOOST_SCRIPT
    return build_player(title, data, question, body, script)


# Gradient boosting, round by round


def boosting_trace(
    models: Sequence[GradientBoostingRegressor],
    x: ArrayLike,
    y: ArrayLike,
    x_new: ArrayLike,
    y_new: ArrayLike,
) -> dict[str, Any]:
    """Record every round of gradient boosting with one feature, for several learning rates.

    Parameters
    ----------
    models : sequence of GradientBoostingRegressor
        Fitted to x and y with the squared error, all with the same number of rounds.
    x, y : array-like of shape (n,)
        The training data: one feature, and the targets.
    x_new, y_new : array-like of shape (k,)
        The test data.

    Returns
    -------
    dict
        ``x``, ``y``, and ``runs``, a dict for each model: ``rate``, ``cuts`` (the thresholds of
        all its trees), and ``rounds``, from round 0, the constant. Each round is a dict: ``sum``
        (the prediction of the ensemble between cuts), ``tree`` (pairs of the left end and the
        value of a leaf, without the learning rate; empty in round 0), ``residuals`` (before the
        round), ``error`` and ``fresh`` (mean squared errors on x and on x_new, after the round).

    Raises
    ------
    ValueError
        If the models are not of the kind described, or differ in their number of rounds.
    """
    x, y, x_new, y_new = (np.asarray(a, dtype=float) for a in (x, y, x_new, y_new))
    runs = []
    for model in models:
        check_is_fitted(model)
        if model.n_features_in_ != 1 or model.loss != "squared_error":
            raise ValueError(f"{model!r} must have one feature and the squared error as its loss")
        if model.n_estimators_ != models[0].n_estimators_:
            raise ValueError(
                f"models have {models[0].n_estimators_} and {model.n_estimators_} rounds: "
                "all must have the same number"
            )
        trees = [tree for (tree,) in model.estimators_]
        cuts = np.unique(np.concatenate([tree.threshold[~tree.is_leaf] for tree in trees]))
        f, sums, fresh = (
            [np.full(len(at), model.init_), *model.staged_predict(at[:, None])]
            for at in (x, _between(cuts), x_new)
        )
        rounds = []
        for m in range(len(f)):
            steps = []
            if m > 0:
                own = np.sort(trees[m - 1].threshold[~trees[m - 1].is_leaf])
                value = trees[m - 1].predict(_between(own)[:, None])[:, 0] / model.learning_rate
                steps = np.column_stack([[x.min(), *own], value]).round(4).tolist()
            rounds.append(
                {
                    "sum": sums[m].round(4).tolist(),
                    "tree": steps,
                    "residuals": (y - f[max(m - 1, 0)]).round(4).tolist(),
                    "error": float(np.mean((y - f[m]) ** 2)),
                    "fresh": float(np.mean((y_new - fresh[m]) ** 2)),
                }
            )
        runs.append({"rate": model.learning_rate, "cuts": cuts.round(4).tolist(), "rounds": rounds})
    return {"x": x.round(4).tolist(), "y": y.round(4).tolist(), "runs": runs}


def _between(cuts: np.ndarray) -> np.ndarray:
    """Return a point in each of the intervals that sorted cuts make of a line."""
    if len(cuts) == 0:
        return np.zeros(1)
    return np.concatenate([[cuts[0] - 1], (cuts[1:] + cuts[:-1]) / 2, [cuts[-1] + 1]])


_BOOSTING_BODY = """
<div class="player-controls"><label>Learning rate <select data-part="rate"></select></label></div>
<div class="player-panes">
  <div>
    <svg viewBox="0 0 400 230" role="img" data-part="fit"></svg>
    <svg viewBox="0 0 400 170" role="img" data-part="left"></svg>
  </div>
  <div class="player-later">
    <table>
      <caption>After this round</caption><tbody data-part="table"></tbody>
    </table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">The first picture shows the data and the sum of the trees before the round
(dashed) and after it (solid). The second shows the residuals before the round, the tree fitted to
them (solid), and this tree times the learning rate, which is added (dotted). The third shows the
mean squared error after each round, on the training data and on test data.</p>
"""

_BOOSTING_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`), rate = part("rate");
rate.innerHTML = data.runs.map((run, i) => `<option value="${i}">${run.rate}</option>`).join("");
rate.addEventListener("keydown", event => event.stopPropagation());  // it knows the arrows
const { x, y } = data, low = Math.min(...x), high = Math.max(...x), M = data.runs[0].rounds.length;
const px = v => 34 + 360 * (v - low) / (high - low), number = v => v.toFixed(3);
function scale(values, top, bottom) {
  const a = Math.min(...values), b = Math.max(...values), gap = .06 * (b - a) || 1;
  return v => bottom - (bottom - top) * (v - a + gap) / (b - a + 2 * gap);
}
const fitted = scale(y, 4, 226);  // one scale for all rounds and rates: steps can be compared
const left = scale(data.runs[0].rounds[0].residuals, 4, 166);
const highest = Math.max(...data.runs.flatMap(run => run.rounds.flatMap(r => [r.error, r.fresh])));
const cx = m => 40 + 350 * (M > 1 ? m / (M - 1) : 0), cy = v => 155 - 145 * v / highest;

function stairs(starts, values, to) {  // a level line from each start to the next
  return starts.map((s, i) => (i ? "L" : "M") + px(s).toFixed(1) + " " + to(values[i]).toFixed(1) +
    "H" + px(i + 1 < starts.length ? starts[i + 1] : high).toFixed(1)).join("");
}
const line = (d, dash, width) => `<path d="${d}" fill="none" stroke="var(--ink)"
  stroke-width="${width}" stroke-dasharray="${dash}"/>`;
const dots = (values, to) => values.map((v, i) => `<circle cx="${px(x[i]).toFixed(1)}"
  cy="${to(v).toFixed(1)}" r="3" fill="none" stroke="var(--plus)" stroke-width="1.4"/>`).join("");
const level = (to, v, name) => `<path d="M34 ${to(v)}h360" stroke="var(--faint)"/>
  <text x="28" y="${to(v) + 4}" text-anchor="end">${name}</text>`;

stepper(root, 0, M - 1, "Round", m => {
  const run = data.runs[rate.value || 0], round = run.rounds[m], starts = [low, ...run.cuts];
  const before = run.rounds[Math.max(m - 1, 0)].sum, from = round.tree.map(step => step[0]);
  const value = round.tree.map(step => step[1]), size = value.length;
  part("fit").innerHTML = level(fitted, 0, "0") + dots(y, fitted) +
    (m ? line(stairs(starts, before, fitted), "6 4", 1.6) : "") +
    line(stairs(starts, round.sum, fitted), "", 2.6);
  part("left").innerHTML = level(left, 0, "0") + dots(round.residuals, left) +
    line(stairs(from, value, left), "", 2.6) +
    (run.rate < 1 ? line(stairs(from, value.map(v => v * run.rate), left), "2 4", 2.2) : "");
  const curve = key =>
    run.rounds.map((r, i) => (i ? "L" : "M") + cx(i) + " " + cy(r[key])).join("");
  const mark = (key, fill) => `<circle cx="${cx(m)}" cy="${cy(round[key])}" r="5" fill="${fill}"
    stroke="var(--ink)" stroke-width="2"/>`;
  part("chart").innerHTML = `<path d="M40 10v145h355" fill="none" stroke="var(--faint)"/>
    <text x="30" y="14" text-anchor="end">${highest.toFixed(1)}</text>
    <text x="30" y="159" text-anchor="end">0</text>
    <text x="40" y="174" text-anchor="middle">0</text>
    <text x="390" y="174" text-anchor="middle">${M - 1}</text>
    <text x="215" y="185" text-anchor="middle">round</text>` +
    line(curve("fresh"), "7 4", 2) + line(curve("error"), "", 2) + mark("fresh", "var(--paper)") +
    mark("error", "var(--ink)") + line("M190 18h30", "7 4", 2) + line("M190 36h30", "", 2) +
    `<text x="226" y="22">test error</text>
    <text x="226" y="40">training error</text>`;
  const entries = [["training error", round.error], ["test error", round.fresh],
    ["largest residual before", Math.max(...round.residuals.map(Math.abs))]];
  part("table").innerHTML = entries.map(([name, v]) =>
    `<tr><th scope="row">${name}</th><td>${number(v)}</td></tr>`).join("");
  const errors = `The mean squared error is ${number(round.error)} on the training data and ` +
    `${number(round.fresh)} on test data.`;
  const words = m ? `Round ${m} at learning rate ${run.rate}: a tree of ${size} leaves with the ` +
    `values ${value.map(v => v.toFixed(2)).join(", ")}. ` + errors :
    "Round 0: the constant, the mean of y. " + errors;
  part("fit").setAttribute("aria-label", "Data and the sum of trees. " + words);
  part("left").setAttribute("aria-label", m ? `The residuals before round ${m} and the tree ` +
    `fitted to them, with ${size} leaves.` : "The residuals of the constant; no tree yet.");
  if (m === M - 1 && run === data.runs[0]) settle();
  part("chart").setAttribute("aria-label", `Errors by round. At round ${m} they are ` +
    `${number(round.error)} on the training data and ${number(round.fresh)} on test data.`);
  return words;
});
rate.onchange = () => root.querySelector("input[type=range]").dispatchEvent(new Event("input"));
"""


def boosting_player(
    models: Sequence[GradientBoostingRegressor],
    x: ArrayLike,
    y: ArrayLike,
    x_new: ArrayLike,
    y_new: ArrayLike,
    *,
    title: str = "Gradient boosting, round by round",
) -> Player:
    """Show every round of gradient boosting: the data, residuals, new tree, and sum of the trees.

    Parameters
    ----------
    models, x, y, x_new, y_new
        As for `boosting_trace`; the reader can choose among the models' learning rates.
    title : str
        The title of the player, which screen readers announce.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        As for `boosting_trace`.
    """
    data = boosting_trace(models, x, y, x_new, y_new)
    rate, rounds = data["runs"][0]["rate"], data["runs"][0]["rounds"]
    error, fresh = ([r[of] for r in rounds] for of in ("error", "fresh"))
    last, best = len(fresh) - 1, int(np.argmin(fresh))
    question = Question(
        f"The learning rate is {rate:g}. In {last} rounds the training error changes from"
        f" {error[0]:.3f} to {error[-1]:.3f}. How does the test error change?",
        ("It decreases to the end", "It has a minimum before the end", "It never decreases"),
        0 if best == last else 1 if best else 2,
        f"Play to round {last} at the learning rate {rate:g} and see.",
        f"At the learning rate {rate:g} the test error has its minimum, {fresh[best]:.3f}, after"
        f" round {best}; after round {last} it is {fresh[-1]:.3f}.",
    )
    body, script = CONTROLS + _BOOSTING_BODY, STEPPER + _BOOSTING_SCRIPT
    return build_player(title, data, question, body, script)

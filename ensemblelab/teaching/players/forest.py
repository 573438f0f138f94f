"""Player that shows random forests by number of trees, features per split, and depth."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ensemblelab.forest import RandomForestClassifier
from ensemblelab.teaching.players.frame import REGION, Player, Question, build_player, offer_ranges

__all__ = ["forest_explorer", "forest_trace"]


def forest_trace(
    X: ArrayLike,
    y: ArrayLike,
    X_new: ArrayLike,
    y_new: ArrayLike,
    *,
    directions: int = 6,
    trees: Sequence[int] = (1, 3, 10, 30, 100),
    features: Sequence[int] = (1, 2, 6),
    depths: Sequence[int | None] = (1, 2, 4, 8, None),
    cells: int = 64,
    random_state: int = 0,
) -> dict[str, Any]:
    """Grow forests for every depth and number of features per split, on points of the plane.

    Two features would leave no choice at a split. Therefore the features are the projections of a
    point on several directions, spread evenly over half a turn, so that the trees can choose among
    more features while the data can still be drawn in the plane.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
        Two classes.
    X_new, y_new : array-like of shape (k, 2) and (k,)
        The test data.
    directions : int, default=6
        The number d of features.
    trees : sequence of int
        Numbers of trees to show, increasing.
    features : sequence of int
        Numbers of features drawn at each node, each at most `directions`.
    depths : sequence of int or None
        None stands for fully grown trees.
    cells : int, default=64
        The predictions are drawn on a grid of cells x cells; a multiple of 8.
    random_state : int, default=0

    Returns
    -------
    dict
        ``points``, ``labels`` (-1 or +1), ``extent`` and ``cells`` as in `adaboost_trace`; the
        choices ``trees``, ``features``, ``depths`` (0 for fully grown trees); and ``forests``,
        where ``forests[i][j]`` belongs to features[i] and depths[j]: ``tree`` (mean error of one
        tree on the test data), ``correlation`` (between the trees' margins there), and ``sizes``,
        for each of ``trees`` a dict: ``training``, ``oob``, and ``fresh`` errors, ``wrong``
        (misclassified training observations), and ``region``.

    Raises
    ------
    ValueError
        If y does not have two classes, or `cells` is no multiple of 8.
    """
    X, y, X_new, y_new = (np.asarray(a) for a in (X, y, X_new, y_new))
    classes = np.unique(y)
    if len(classes) != 2:
        raise ValueError(f"y has {len(classes)} classes: the explorer shows two")
    if cells % 8:
        raise ValueError(f"cells={cells} must be a multiple of 8")
    angle = np.pi * np.arange(directions) / directions
    axes = np.array([np.cos(angle), np.sin(angle)])
    middle, reach = (X.min(axis=0) + X.max(axis=0)) / 2, 0.52 * np.ptp(X, axis=0).max()
    at = (2 * (np.arange(cells) + 0.5) / cells - 1) * reach
    x2, x1 = np.meshgrid(middle[1] + at, middle[0] + at, indexing="ij")
    grid = np.column_stack([x1.ravel(), x2.ravel()])
    places = np.concatenate([X, X_new, grid]) @ axes
    n, known = len(X), len(X) + len(X_new)

    def forest(m: int, depth: int | None) -> dict[str, Any]:
        model = RandomForestClassifier(
            max(trees), max_features=m, max_depth=depth, oob_score=True, random_state=random_state
        ).fit(X @ axes, y)
        share = np.cumsum([tree.predict_proba(places)[:, 1] for tree in model.estimators_], axis=0)
        answer = np.array([share[size - 1] > size / 2 for size in trees])
        alone = [np.mean(tree.predict(places[n:known]) != y_new) for tree in model.estimators_]
        return {
            "tree": float(np.mean(alone)),
            "correlation": round(model.strength_and_correlation(places[n:known], y_new)[1], 4),
            "sizes": [
                {
                    "training": float(np.mean(classes[one[:n].astype(int)] != y)),
                    "wrong": np.flatnonzero(classes[one[:n].astype(int)] != y).tolist(),
                    "oob": float(model.oob_errors_[size - 1]),
                    "fresh": float(np.mean(classes[one[n:known].astype(int)] != y_new)),
                    "region": base64.b64encode(np.packbits(one[known:]).tobytes()).decode(),
                }
                for size, one in zip(trees, answer, strict=True)
            ],
        }

    low, high = middle - reach, middle + reach
    return {
        "points": X.round(3).tolist(),
        "labels": np.where(y == classes[1], 1, -1).tolist(),
        "extent": [float(v) for v in (low[0], high[0], low[1], high[1])],
        "cells": cells,
        "trees": list(trees),
        "features": list(features),
        "depths": [depth or 0 for depth in depths],
        "d": directions,
        "forests": [[forest(m, depth) for depth in depths] for m in features],
    }


_FOREST_BODY = """
<div class="player-controls" role="group" aria-label="The forest">
  <label><span>Trees</span> <input type="range" min="0" step="1" data-choice="trees"></label>
  <label><span>Features</span> <input type="range" min="0" step="1" data-choice="features"></label>
  <label><span>Depth</span> <input type="range" min="0" step="1" data-choice="depths"></label>
</div>
<div class="player-panes">
  <svg viewBox="0 0 400 400" role="img" data-part="plane"></svg>
  <table class="player-later">
    <caption>This forest</caption><tbody data-part="table"></tbody>
  </table>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">Circles are the class +1, squares the class &minus;1. In the hatched region
the forest predicts +1; the training points that it misclassifies are crossed out.</p>
"""

_FOREST_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`), size = 400;
const [left, right, bottom, top_] = data.extent;
const px = x => (x - left) / (right - left) * size, py = y => (top_ - y) / (top_ - bottom) * size;
const choice = name => root.querySelector(`[data-choice=${name}]`);
const say = {
  trees: v => `${v} tree${v > 1 ? "s" : ""}`,
  features: v => `${v} of ${data.d} features per split`,
  depths: v => v ? `depth at most ${v}` : "fully grown",
};

function show() {
  const at = name => +choice(name).value, words = {};
  for (const name in say) {
    words[name] = say[name](data[name][at(name)]);
    choice(name).previousElementSibling.textContent = words[name];
    choice(name).setAttribute("aria-valuetext", words[name]);
  }
  const forest = data.forests[at("features")][at("depths")], now = forest.sizes[at("trees")];
  const [area, edge] = region(now.region, data.cells, size), hatch = root.id + "-hatch";
  const wrong = new Set(now.wrong);
  let svg = `<defs><pattern id="${hatch}" width="8" height="8" patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"><path d="M0 0v8" stroke="var(--faint)" stroke-width="1.4"/>
    </pattern></defs><path d="${area}" fill="url(#${hatch})" opacity=".7"/>
    <path d="${edge}" stroke="var(--ink)" stroke-width="2" stroke-linecap="square"/>`;
  data.points.forEach(([x, y], i) => {
    const X = px(x), Y = py(y);
    svg += data.labels[i] > 0 ?
      `<circle cx="${X}" cy="${Y}" r="4" fill="var(--plus)"/>` :
      `<rect x="${X - 3.6}" y="${Y - 3.6}" width="7.2" height="7.2" fill="var(--minus)"/>`;
    if (wrong.has(i)) svg += `<path d="M${X - 6} ${Y - 6}l12 12m0 -12
      l-12 12" stroke="var(--ink)" stroke-width="1.3"/>`;
  });
  part("plane").innerHTML = svg;
  const percent = v => (100 * v).toFixed(1) + "%";
  const entries = [["test error", percent(now.fresh)], ["out-of-bag error", percent(now.oob)],
    ["training error", percent(now.training)],
    ["mean test error of its trees", percent(forest.tree)],
    ["correlation of two trees", forest.correlation.toFixed(2)]];
  part("table").innerHTML = entries.map(([name, value]) =>
    `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
  const text = `${words.trees}, ${words.features}, ${words.depths}: the test error is ` +
    `${percent(now.fresh)}, that of one such tree ${percent(forest.tree)} on average; the ` +
    `training error is ${percent(now.training)}.`;
  root.querySelector("[aria-live]").textContent = text;
  part("plane").setAttribute("aria-label", "The points and the forest's predictions. " + text);
  if (at("trees") === data.trees.length - 1) settle();
}

for (const name in say) {
  const last = data[name].length - 1;
  choice(name).max = last;
  choice(name).value = name === "trees" ? 0 : last;
  choice(name).oninput = show;
}
show();
"""


def forest_explorer(
    X: ArrayLike,
    y: ArrayLike,
    X_new: ArrayLike,
    y_new: ArrayLike,
    *,
    title: str = "Forests by number of trees, features per split, and depth",
) -> Player:
    """Return a player that shows a forest's predictions by its size, features per split, and depth.

    Parameters
    ----------
    X, y, X_new, y_new
        As for `forest_trace`.
    title : str
        The title of the player, which screen readers announce.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        As for `forest_trace`.
    """
    data = forest_trace(X, y, X_new, y_new)
    first, most = data["forests"][-1][-1], data["trees"][-1]
    alone, together = first["tree"], first["sizes"][-1]["fresh"]
    choices, right = offer_ranges(together, (alone / 2, 0.9 * alone), ".0%")
    question = Question(
        f"A single fully grown tree that uses every feature at each split has a test error of"
        f" {alone:.0%} on average. What is the test error of a forest of {most} such trees?",
        choices,
        right,
        "Move the slider of trees to its end and see.",
        f"The test error of {most} such trees together is {together:.1%}; that of one tree is"
        f" {alone:.1%} on average.",
    )
    return build_player(title, data, question, _FOREST_BODY, REGION + _FOREST_SCRIPT)

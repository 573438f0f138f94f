"""Interactive pieces of the book: figures to step through, with no server and no network.

A player is one fragment of HTML. What it shows was computed by the library when the page was
built and lies in the page as JSON; a short script draws one step of it at a time. It works by
mouse, touch and keyboard, says each step in words to screen readers, tells nothing by colour
alone, and follows the light or dark theme of the page around it.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ensemblelab.adaboost import AdaBoostClassifier

__all__ = ["Player", "adaboost_player", "adaboost_trace"]


# What all players share: the fragment, its colours, and buttons that step


@dataclass(frozen=True)
class Player:
    """A self-contained piece of HTML that shows itself in a notebook.

    Attributes
    ----------
    title : str
        What a screen reader announces it as.
    fragment : str
        The HTML, its style and script included.
    """

    title: str
    fragment: str

    def _repr_html_(self) -> str:
        return self.fragment

    def page(self) -> str:
        """Return a whole HTML page that holds nothing else."""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(self.title)}</title></head>"
            f"<body><main>{self.fragment}</main></body></html>"
        )


_STYLE = """
.player { --ink: #1a1a1a; --paper: #ffffff; --faint: #6b6b6b; --plus: #0072b2; --minus: #b34700;
  color: var(--ink); background: var(--paper); border: 1px solid var(--faint);
  border-radius: 6px; padding: .75rem; margin: 1rem 0; font-family: sans-serif;
  font-size: .95rem; line-height: 1.4; box-sizing: border-box; max-width: 100%; }
html[data-theme="dark"] .player { --ink: #f0f0f0; --paper: #1c1f24; --faint: #a0a0a0;
  --plus: #56b4e9; --minus: #e69f00; }
@media (prefers-color-scheme: dark) { html:not([data-theme]) .player { --ink: #f0f0f0;
  --paper: #1c1f24; --faint: #a0a0a0; --plus: #56b4e9; --minus: #e69f00; } }
.player * { box-sizing: border-box; }
.player-controls { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.player-controls label { flex: 1 1 10rem; }
.player input[type="range"] { width: 100%; accent-color: var(--plus); }
.player button, .player select { font: inherit; color: var(--ink); background: var(--paper);
  border: 1px solid var(--ink); border-radius: 4px; padding: .3rem .6rem; min-height: 2.4rem; }
.player button:focus-visible, .player input:focus-visible, .player select:focus-visible {
  outline: 3px solid var(--plus); outline-offset: 2px; }
.player-panes { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: .5rem; }
.player-panes > * { flex: 1 1 16rem; min-width: 0; }
.player svg { display: block; width: 100%; height: auto; }
.player svg text { fill: var(--ink); font-size: 12px; }
.player p { margin: .4rem 0; }
"""

# `stepper` gives a player its buttons and its slider; `show(step)` draws, and returns the words.
_STEPPER = """
function stepper(root, first, last, unit, show) {
  const slider = root.querySelector("input[type=range]");
  const label = root.querySelector(".player-step");
  const live = root.querySelector("[aria-live]");
  const play = root.querySelector("[data-step=play]");
  let timer = null;
  slider.min = first; slider.max = last;
  function stop() { clearInterval(timer); timer = null; play.textContent = "Play"; }
  function go(step) {
    slider.value = Math.max(first, Math.min(last, step));
    const words = show(+slider.value);
    label.textContent = unit + " " + slider.value + " of " + last;
    slider.setAttribute("aria-valuetext", label.textContent);
    live.textContent = words;
    if (+slider.value === last) stop();
  }
  const moves = { first: () => first, previous: () => +slider.value - 1,
                  next: () => +slider.value + 1, last: () => last };
  for (const [name, to] of Object.entries(moves))
    root.querySelector(`[data-step=${name}]`).onclick = () => { stop(); go(to()); };
  play.onclick = () => {
    if (timer) return stop();
    if (+slider.value === last) go(first);
    play.textContent = "Pause";
    timer = setInterval(() => go(+slider.value + 1), 900);
  };
  slider.oninput = () => { stop(); go(+slider.value); };
  root.addEventListener("keydown", event => {
    const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
    if (event.target === slider || !(event.key in name)) return;  // a slider knows these keys
    event.preventDefault(); stop(); go(moves[name[event.key]]());
  });
  go(first);
}
"""

_CONTROLS = """
<div class="player-controls" role="group" aria-label="Steps">
  <button type="button" data-step="first">First</button>
  <button type="button" data-step="previous">Previous</button>
  <button type="button" data-step="play">Play</button>
  <button type="button" data-step="next">Next</button>
  <button type="button" data-step="last">Last</button>
  <label><span class="player-step">Step</span> <input type="range" step="1"></label>
</div>
"""


def _player(title: str, data: dict[str, Any], body: str, script: str) -> Player:
    """Put a player together. `script` finds its section as `root` and the data as `data`."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    name = "player-" + hashlib.sha256((title + text).encode()).hexdigest()[:10]
    fragment = (
        f'<section class="player" id="{name}" aria-label="{html.escape(title)}">'
        f"<style>{_STYLE}</style>{body}"
        f'<script type="application/json">{text}</script>'
        f'<script>(() => {{ const root = document.getElementById("{name}");'
        f" const data = JSON.parse(root.querySelector(\"[type='application/json']\").textContent);"
        f"{script}\n}})();</script></section>"
    )
    return Player(title, fragment)


# AdaBoost, round by round


def adaboost_trace(
    model: AdaBoostClassifier, X: Any, y: Any, *, cells: int = 128
) -> dict[str, Any]:
    """Write down every round of a fitted AdaBoost in the plane, as its player shows it.

    Parameters
    ----------
    model : AdaBoostClassifier
        Fitted to X and y with ``keep_weights=True``: two classes, two features, and members
        whose boundary is a line, that is, stumps or `Perceptron` s.
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
    cells : int, default=128
        The committee's answer is drawn on a grid of cells x cells; a multiple of 8.

    Returns
    -------
    dict
        ``points`` (n rows x1, x2), ``labels`` (-1 or +1), ``extent`` (left, right, bottom, top),
        ``cells``, and ``rounds``, a list of dicts: ``weights`` (those that the member was trained
        on, as multiples of 1/n), ``wrong`` (rows that the member gets wrong), ``line`` (two ends
        of its boundary, or None if it lies outside), ``positive`` (a point just on its +1 side),
        ``epsilon``, ``alpha``, ``z``, ``bound`` (the product of all Z so far), ``error`` (the
        committee's share of training errors) and ``region`` (a bit for each cell, row by row from
        the bottom, 1 where the committee says +1, in base64).

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
    """Find where a member's boundary a·x + b = 0 crosses the frame, and a point beside it."""
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
  <div>
    <table style="width:100%;border-collapse:collapse">
      <caption style="text-align:left">This round</caption><tbody data-part="table"></tbody>
    </table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p aria-live="polite"></p>
<p>Circles are the class +1, squares the class &minus;1; their area is the weight that this round's
learner was trained on. The dashed line is the new learner, with a + on its positive side; what it
gets wrong is crossed out. The solid line bounds the hatched region, where the committee so far
says +1.</p>
"""

_ADABOOST_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`);
const plane = part("plane"), chart = part("chart"), rounds = data.rounds, size = 400;
const [left, right, bottom, top_] = data.extent, T = rounds.length, n = data.points.length;
const px = x => ((x - left) / (right - left) * size).toFixed(1);
const py = y => ((top_ - y) / (top_ - bottom) * size).toFixed(1);
const cx = t => 40 + 350 * (T > 1 ? (t - 1) / (T - 1) : 0), cy = v => 155 - 145 * v;

function region(bits, cells) {  // paths around the cells that are +1: their area, their boundary
  const bytes = atob(bits), on = (r, c) => r >= 0 && c >= 0 && r < cells && c < cells ?
    bytes.charCodeAt((r * cells + c) >> 3) >> (7 - (r * cells + c) % 8) & 1 : -1;
  const s = size / cells;
  let area = "", edge = "";
  for (let r = 0; r < cells; r++) for (let c = 0, start = 0; c < cells; c++) {
    const y = size - (r + 1) * s;
    if (on(r, c) === 1 && on(r, c - 1) !== 1) start = c;
    if (on(r, c) === 1 && on(r, c + 1) !== 1)
      area += `M${start * s} ${y}h${(c + 1 - start) * s}v${s}h${-(c + 1 - start) * s}z`;
    if (c + 1 < cells && on(r, c) !== on(r, c + 1)) edge += `M${(c + 1) * s} ${y}v${s}`;
    if (r + 1 < cells && on(r, c) !== on(r + 1, c)) edge += `M${c * s} ${y}h${s}`;
  }
  return [area, edge];
}

function drawPlane(round) {
  const [area, edge] = region(round.region, data.cells), wrong = new Set(round.wrong);
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
  const rows = [["weighted error \\u03b5", f(round.epsilon)], ["say \\u03b1", f(round.alpha)],
    ["Z = 2\\u221a(\\u03b5(1 \\u2212 \\u03b5))", f(round.z)],
    ["product of all Z: the bound", f(round.bound)], ["training error", f(round.error)],
    ["weight on its mistakes, before", f(round.epsilon)], ["\\u2026 and after", right]];
  part("table").innerHTML = rows.map(([name, value]) =>
    `<tr><th scope="row" style="text-align:left;font-weight:normal">${name}</th>
     <td style="text-align:right;font-variant-numeric:tabular-nums">${value}</td></tr>`).join("");
  const words = `Round ${t}: the new learner is wrong on ${round.wrong.length} of ${n} points, ` +
    `which carry ${f(round.epsilon)} of the weight, and gets the say ${f(round.alpha)}. The ` +
    `committee is wrong on ${Math.round(round.error * n)} points, ${f(round.error)} of them; ` +
    `the bound is ${f(round.bound)}.`;
  plane.setAttribute("aria-label", "The points in the plane. " + words);
  chart.setAttribute("aria-label", `Training error and its bound by round. At round ${t} they ` +
    `are ${f(round.error)} and ${f(round.bound)}.`);
  return words;
});
"""


def adaboost_player(
    model: AdaBoostClassifier, X: Any, y: Any, *, title: str = "AdaBoost, round by round"
) -> Player:
    """Show every round of a fitted AdaBoost in the plane: weights, learner, committee, bound.

    Parameters
    ----------
    model, X, y
        As for `adaboost_trace`.
    title : str
        What a screen reader announces the player as.

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
    return _player(title, data, _CONTROLS + _ADABOOST_BODY, _STEPPER + _ADABOOST_SCRIPT)

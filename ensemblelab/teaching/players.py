"""Interactive pieces of the book: figures to step through, with no server and no network.

A player is one fragment of HTML. What it shows was computed by the library when the page was
built and lies in the page as JSON; a short script draws one step of it at a time. It works by
mouse, touch and keyboard, says each step in words to screen readers, tells nothing by colour
alone, and follows the light or dark theme of the page around it. Before it can be played it asks
what will come out, and shows neither its steps nor its curves; in the end it says what did.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.forest import RandomForestClassifier
from ensemblelab.gradient_boosting import GradientBoostingRegressor

__all__ = [
    "Player",
    "adaboost_player",
    "adaboost_trace",
    "boosting_player",
    "boosting_trace",
    "forest_explorer",
    "forest_trace",
]


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


_DARK = "--ink: #f0f0f0; --paper: #1b2027; --faint: #a0a0a0; --plus: #56b4e9; --minus: #e69f00;"
_STYLE = """
.player { --ink: #1a1a1a; --paper: #f7f8fa; --faint: #6b6b6b; --plus: #0072b2; --minus: #b34700;
  color: var(--ink); background: var(--paper); border-radius: 10px; padding: 1rem;
  border-top: 4px solid var(--plus); margin: 1.2rem 0; box-sizing: border-box; max-width: 100%;
  font-family: var(--pst-font-family-heading, sans-serif); font-size: 1rem; line-height: 1.4; }
html[data-theme="dark"] .player { DARK }
@media (prefers-color-scheme: dark) { html:not([data-theme]) .player { DARK } }
.player * { box-sizing: border-box; }
.player p { margin: .4rem 0; }
.player .player-title { font-weight: 600; font-size: 1.1rem; margin: 0 0 .4rem; }
.player-controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.player-controls + .player-controls { margin-top: .4rem; }
.player-controls label { flex: 1 1 10rem; font-variant-numeric: tabular-nums; }
.player-controls label:has(select) { flex: 0 1 auto; }
.player input[type="range"] { width: 100%; accent-color: var(--plus); }
.player button, .player select { font: inherit; color: var(--ink); background: var(--paper);
  border: 1px solid var(--faint); border-radius: 1.2rem; padding: .2rem .8rem; min-height: 2.3rem;
  min-width: 2.3rem; cursor: pointer; }
.player button:hover:not(:disabled) { border-color: var(--ink); }
.player button:disabled { cursor: default; opacity: .6; }
.player button[data-step="play"], .player-ask button[data-guess] { color: var(--paper);
  background: var(--plus); border-color: var(--plus); font-weight: 600; }
.player button[data-step="play"] { min-width: 5rem; }
.player :is(button, input, select):focus-visible { outline: 3px solid var(--plus);
  outline-offset: 2px; }
.player-panes { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: .6rem; }
.player-panes > * { flex: 1 1 16rem; min-width: 0; }
.player svg { display: block; width: 100%; height: auto; }
.player svg text { fill: var(--ink); font-size: 13px; }
.player table { border-collapse: collapse; width: 100%; align-self: start; font-size: 1rem; }
.player caption { color: var(--ink); font-weight: 600; text-align: left; padding: 0 0 .2rem;
  caption-side: top; }
.player table :is(th, td) { border: 0; padding: .1rem 0; text-align: right;
  font-variant-numeric: tabular-nums; }
.player table tr > :is(th, td):first-child { text-align: left; }
.player tbody th { font-weight: 400; }
.player tbody tr { border-top: 1px solid color-mix(in srgb, var(--faint) 35%, transparent); }
.player-ask button { display: block; margin: .4rem 0; text-align: left; }
.player.asks { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.player.asks > .player-title { flex: 1 0 100%; }
.player.asks > .player-work { flex: 1 1 16rem; min-width: 0; }
.player.asks > .player-ask { flex: 1 1 14rem; order: 1; }
.player.asks :is(.player-controls, .player-later), .player:not(.asks) > .player-ask,
.player-verdict:empty { display: none; }
.player .player-verdict { border-left: 4px solid var(--plus); padding-left: .7rem; }
.player-note { font-size: .92em; }
@media print { .player { border: 1px solid var(--faint); break-inside: avoid; }
  .player :is(.player-ask, .player-controls) { display: none; } }
""".replace("DARK", _DARK)

# A player without scripts is words.
_UNSCRIPTED = (
    "<noscript><style>.player > :not(.player-title, noscript) { display: none; }</style>"
    "<p>This is a figure to play with; it needs the browser's scripts.</p></noscript>"
)

# Until the reader has said what will come out, or wants to see it, there is nothing to step
# through. `settle` tells what came out, once; what is drawn later calls it.
_ASK = """
const ask = root.querySelector(".player-ask"), verdict = root.querySelector(".player-verdict");
let guess = null, due = false;
root.classList.add("asks");
function settle() {
  due = true;
  if (root.classList.contains("asks") || verdict.dataset.told) return;
  verdict.dataset.told = "yes";
  verdict.textContent = (guess ? `You predicted: ${guess.textContent}. ` +
    (guess.dataset.guess === ask.dataset.right ? "\\u2713 So it is. " : "\\u2717 It is not so. ")
    : "") + ask.dataset.told;
}
ask.onclick = event => {
  const button = event.target.closest("button");
  if (!button) return;
  guess = "guess" in button.dataset ? button : null;
  root.classList.remove("asks");
  verdict.textContent = (guess ? `You predict: ${guess.textContent}. ` : "") + ask.dataset.until;
  if (due) settle();
  const work = root.querySelector(".player-work");
  (work.querySelector("[data-step=play]") ?? work.querySelector("select, input, button"))
    .focus({ preventScroll: true });
};
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
    if (!(event.key in name) || root.classList.contains("asks")) return;
    event.preventDefault(); stop(); go(moves[name[event.key]]());
  });
  go(first);
}
"""

# `region` turns a grid of bits into two paths on a square of `size`.
_REGION = """
function region(bits, cells, size) {  // around the cells that are +1: their area, their boundary
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
"""

_CONTROLS = """
<div class="player-controls" role="group" aria-label="Steps">
  <button type="button" data-step="first" aria-label="First">\u00ab</button>
  <button type="button" data-step="previous" aria-label="Previous">\u2039</button>
  <button type="button" data-step="play">Play</button>
  <button type="button" data-step="next" aria-label="Next">\u203a</button>
  <button type="button" data-step="last" aria-label="Last">\u00bb</button>
  <label><span class="player-step">Step</span> <input type="range" step="1"></label>
</div>
"""


@dataclass(frozen=True)
class Question:
    """What a player asks before it can be played.

    Attributes
    ----------
    asked : str
        The question.
    choices : sequence of str
    right : int
        Which of them came out.
    until : str
        What to do to see it.
    told : str
        What came out, in a sentence.
    """

    asked: str
    choices: Sequence[str]
    right: int
    until: str
    told: str

    def html(self) -> str:
        """Return the question with a button for each choice."""
        data = {"right": str(self.right), "told": self.told, "until": self.until}
        said = "".join(f' data-{name}="{html.escape(text)}"' for name, text in data.items())
        buttons = "".join(
            f'<button type="button" data-guess="{k}">{html.escape(choice)}</button>'
            for k, choice in enumerate(self.choices)
        )
        return (
            f'<div class="player-ask" role="group" aria-label="Your prediction"{said}>'
            f"<p><strong>Before you look:</strong> {html.escape(self.asked)}</p>{buttons}"
            '<button type="button">Just show me</button></div>'
        )


def ranges(value: float, edges: Iterable[float], form: str = "") -> tuple[list[str], int]:
    """Offer ranges to predict a number in; return them, and which one it is in.

    Parameters
    ----------
    value : float
    edges : iterable of float
        Where the ranges meet; each belongs to the lower one.
    form : str
        How an edge is written, as for `format`; it is what is written that counts.

    Returns
    -------
    tuple of list of str, int
    """
    written = {format(edge, form): edge for edge in sorted(edges)}
    names = list(written)
    choices = [f"at most {names[0]}", *(f"more than {a}, at most {b}" for a, b in pairwise(names))]
    choices.append(f"more than {names[-1]}")
    share = 100 if form.endswith("%") else 1
    at = [float(name.rstrip("%")) / share for name in names]
    return choices, int(np.searchsorted(at, value))


def _player(title: str, data: dict[str, Any], question: Question, body: str, script: str) -> Player:
    """Put a player together. `script` finds its section as `root` and the data as `data`."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    name = "player-" + hashlib.sha256((title + text).encode()).hexdigest()[:10]
    words = html.escape(title)
    fragment = (
        f'<section class="player" id="{name}" aria-label="{words}"><style>{_STYLE}</style>'
        f'<p class="player-title">{words}</p>{_UNSCRIPTED}{question.html()}'
        f'<p class="player-verdict" role="status"></p><div class="player-work">{body}</div>'
        f'<script type="application/json">{text}</script>'
        f'<script>(() => {{ const root = document.getElementById("{name}");'
        f" const data = JSON.parse(root.querySelector(\"[type='application/json']\").textContent);"
        f"{_ASK}{script}\n}})();</script></section>"
    )
    return Player(title, fragment)


# AdaBoost, round by round


def adaboost_trace(
    model: AdaBoostClassifier, X: ArrayLike, y: ArrayLike, *, cells: int = 128
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
  <div class="player-later">
    <table>
      <caption>This round</caption><tbody data-part="table"></tbody>
    </table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">Circles are the class +1, squares the class &minus;1; their area is the
weight that this round's learner was trained on. The dashed line is the new learner, with a + on its
positive side; what it gets wrong is crossed out. The solid line bounds the hatched region, where
the committee so far says +1.</p>
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
  const rows = [["weighted error \\u03b5", f(round.epsilon)], ["say \\u03b1", f(round.alpha)],
    ["Z = 2\\u221a(\\u03b5(1 \\u2212 \\u03b5))", f(round.z)],
    ["product of all Z: the bound", f(round.bound)], ["training error", f(round.error)],
    ["weight on its mistakes, before", f(round.epsilon)], ["\\u2026 and after", right]];
  part("table").innerHTML = rows.map(([name, value]) =>
    `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
  const words = `Round ${t}: the new learner is wrong on ${round.wrong.length} of ${n} points, ` +
    `which carry ${f(round.epsilon)} of the weight, and gets the say ${f(round.alpha)}. The ` +
    `committee is wrong on ${Math.round(round.error * n)} points, ${f(round.error)} of them; ` +
    `the bound is ${f(round.bound)}.` +
    (round.line ? "" : " The learner's line lies outside the picture.");
  if (t === T) settle();
  plane.setAttribute("aria-label", "The points in the plane. " + words);
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
    n, rounds = len(data["labels"]), data["rounds"]
    alone, together = (round(rounds[k]["error"] * n) for k in (0, -1))
    choices, right = ranges(together, (n // 50, n // 7))
    question = Question(
        f"The first learner alone is wrong on {alone} of the {n} points. On how many will the vote"
        f" of {len(rounds)} be wrong?",
        choices,
        right,
        f"Play to round {len(rounds)} and see.",
        f"The vote of {len(rounds)} is wrong on {together} of {n} points, the first alone on"
        f" {alone}.",
    )
    body, script = _CONTROLS + _ADABOOST_BODY, _STEPPER + _REGION + _ADABOOST_SCRIPT
    return _player(title, data, question, body, script)


# Gradient boosting, round by round


def boosting_trace(
    models: Sequence[GradientBoostingRegressor],
    x: ArrayLike,
    y: ArrayLike,
    x_new: ArrayLike,
    y_new: ArrayLike,
) -> dict[str, Any]:
    """Write down every round of gradient boosting on a line, for several learning rates.

    Parameters
    ----------
    models : sequence of GradientBoostingRegressor
        Fitted to x and y under the squared error, all with as many rounds.
    x, y : array-like of shape (n,)
        What they were fitted to: one feature, and the targets.
    x_new, y_new : array-like of shape (k,)
        Other data, to show the error on.

    Returns
    -------
    dict
        ``x``, ``y``, and ``runs``, a dict for each model: ``rate``, ``cuts`` (where its sum can
        jump) and ``rounds``, from round 0, the constant. Each round is a dict: ``sum`` (the
        ensemble's answer between cuts), ``tree`` (pairs: where a leaf begins, what it asks for
        before it is shrunk; empty in round 0), ``residuals`` (of x and y, before the round),
        ``error`` and ``fresh`` (mean squared errors on x and on x_new, after the round).

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
                "all must have as many"
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
    """Give a point in each of the intervals that sorted cuts make of a line."""
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
<p class="player-note">First picture: the data, the sum of trees before the round (dashed) and after
it (solid). Second: the residuals before the round, the tree fitted to them (solid), and the share
of it that is added (dotted). Third: the mean squared error after each round, on these data and on
fresh ones.</p>
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
    `<text x="226" y="22">error on fresh data</text>
    <text x="226" y="40">error on these data</text>`;
  const rows = [["error on these data", round.error], ["error on fresh data", round.fresh],
    ["largest residual before", Math.max(...round.residuals.map(Math.abs))]];
  part("table").innerHTML = rows.map(([name, v]) =>
    `<tr><th scope="row">${name}</th><td>${number(v)}</td></tr>`).join("");
  const errors = `The mean squared error is ${number(round.error)} on these data and ` +
    `${number(round.fresh)} on fresh data.`;
  const words = m ? `Round ${m} at learning rate ${run.rate}: a tree of ${size} leaves, which ` +
    `ask for ${value.map(v => v.toFixed(2)).join(", ")}. ` + errors :
    "Round 0: the constant, the mean of y. " + errors;
  part("fit").setAttribute("aria-label", "Data and the sum of trees. " + words);
  part("left").setAttribute("aria-label", m ? `The residuals before round ${m} and the tree ` +
    `fitted to them, with ${size} leaves.` : "The residuals of the constant; no tree yet.");
  if (m === M - 1 && run === data.runs[0]) settle();
  part("chart").setAttribute("aria-label", `Errors by round. At round ${m} they are ` +
    `${number(round.error)} on these data and ${number(round.fresh)} on fresh data.`);
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
    """Show every round of gradient boosting on a line: data, residuals, new tree, and the sum.

    Parameters
    ----------
    models, x, y, x_new, y_new
        As for `boosting_trace`; the learning rates of the models are the reader's choice.
    title : str
        What a screen reader announces the player as.

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
        f"The learning rate is {rate:g}. In {last} rounds the error on these data goes from"
        f" {error[0]:.3f} to {error[-1]:.3f}. And on fresh data?",
        ("It falls to the end", "It is least before the end", "It never falls"),
        0 if best == last else 1 if best else 2,
        f"Play to round {last} at the rate {rate:g} and see.",
        f"At the rate {rate:g} the error on fresh data is least in round {best}, {fresh[best]:.3f};"
        f" in round {last} it is {fresh[-1]:.3f}.",
    )
    body, script = _CONTROLS + _BOOSTING_BODY, _STEPPER + _BOOSTING_SCRIPT
    return _player(title, data, question, body, script)


# Random forests: trees, features per split, depth


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
    """Grow forests of every depth and number of features per split, on points of the plane.

    Two features would leave no choice, so each point is measured along several directions,
    spread evenly over half a turn: the trees may split on any of these, and still all that they
    see can be drawn.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
        Two classes.
    X_new, y_new : array-like of shape (k, 2) and (k,)
        Other data, to test on.
    directions : int, default=6
        The number d of features.
    trees : sequence of int
        Sizes of the forest to show, increasing.
    features : sequence of int
        Features drawn at each node, each at most `directions`.
    depths : sequence of int or None
        None grows full trees.
    cells : int, default=64
        The answer is drawn on a grid of cells x cells; a multiple of 8.
    random_state : int, default=0

    Returns
    -------
    dict
        ``points``, ``labels`` (-1 or +1), ``extent`` and ``cells`` as in `adaboost_trace`; the
        choices ``trees``, ``features``, ``depths`` (0 for full trees); and ``forests``, where
        ``forests[i][j]`` belongs to features[i] and depths[j]: ``tree`` (mean error of one tree
        on the new data), ``correlation`` (between the trees' margins there) and ``sizes``, for
        each of ``trees`` a dict: ``training``, ``oob`` and ``fresh`` errors, ``wrong`` (training
        rows) and ``region``.

    Raises
    ------
    ValueError
        If y has not two classes, or `cells` is no multiple of 8.
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
the forest says +1; training points that it gets wrong are crossed out.</p>
"""

_FOREST_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`), size = 400;
const [left, right, bottom, top_] = data.extent;
const px = x => (x - left) / (right - left) * size, py = y => (top_ - y) / (top_ - bottom) * size;
const choice = name => root.querySelector(`[data-choice=${name}]`);
const say = {
  trees: v => `${v} tree${v > 1 ? "s" : ""}`,
  features: v => `${v} of ${data.d} features per split`,
  depths: v => v ? `depth at most ${v}` : "full depth",
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
  const rows = [["error on fresh points", percent(now.fresh)], ["out of bag", percent(now.oob)],
    ["on the training points", percent(now.training)],
    ["one of its trees, on fresh points", percent(forest.tree)],
    ["correlation of two trees", forest.correlation.toFixed(2)]];
  part("table").innerHTML = rows.map(([name, value]) =>
    `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
  const text = `${words.trees}, ${words.features}, ${words.depths}: wrong on ` +
    `${percent(now.fresh)} of fresh points, where one such tree is wrong on ` +
    `${percent(forest.tree)}; on ${percent(now.training)} of the training points.`;
  root.querySelector("[aria-live]").textContent = text;
  part("plane").setAttribute("aria-label", "The points and the forest's answer. " + text);
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
    title: str = "Forests by number of trees, features per split and depth",
) -> Player:
    """Let the reader choose trees, features per split and depth, and see what the forest says.

    Parameters
    ----------
    X, y, X_new, y_new
        As for `forest_trace`.
    title : str
        What a screen reader announces the explorer as.

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
    choices, right = ranges(together, (alone / 2, 0.9 * alone), ".0%")
    question = Question(
        f"One of these trees, with full depth and every feature at each split, is wrong on"
        f" {alone:.0%} of fresh points. And {most} of them together?",
        choices,
        right,
        "Move the slider of trees to its end and see.",
        f"{most} such trees together are wrong on {together:.1%} of fresh points, one alone on"
        f" {alone:.1%}.",
    )
    return _player(title, data, question, _FOREST_BODY, _REGION + _FOREST_SCRIPT)

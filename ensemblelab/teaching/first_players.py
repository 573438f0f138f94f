"""Players of the first chapters: split a tree, hear a committee, draw training sets and samples.

They are made as those of `ensemblelab.teaching.players` are, and work as they do. A tree's splits
are the reader's own, so their impurities are computed in the page; a test holds them against the
library.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from ensemblelab.bagging import BaggingRegressor
from ensemblelab.committees import committee_error
from ensemblelab.diagnostics import bias_variance_squared
from ensemblelab.teaching.players import _CONTROLS, _STEPPER, Player, Question, _player, ranges
from ensemblelab.trees.decision_tree import DecisionTreeClassifier

__all__ = [
    "averaging_player",
    "averaging_trace",
    "spread_player",
    "spread_trace",
    "tree_player",
    "vote_player",
    "vote_trace",
]


# A tree, split by the reader

_TREE_BODY = """
<div class="player-controls" role="group" aria-label="The next question">
  <label>Part <select data-part="leaf"></select></label>
  <label>Ask about <select data-part="feature"></select></label>
  <label><span data-part="question"></span> <input type="range" min="0" step="1"></label>
  <button type="button" data-do="split">Split here</button>
  <button type="button" data-do="best">Best question</button>
  <button type="button" data-do="undo">Undo</button>
  <button type="button" data-do="again">Start again</button>
</div>
<div class="player-panes">
  <svg viewBox="0 0 400 340" role="img" data-part="picture" style="cursor:crosshair"></svg>
  <table class="player-later">
    <caption>Parts</caption>
    <thead data-part="head"></thead><tbody data-part="table"></tbody>
  </table>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">A click splits the part under it, halfway between its two nearest rows, by
the feature that you have chosen. The dashed line is where "Split here" would split.</p>
"""

_TREE_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`);
const { X, y, features, classes } = data, all = y.map((_, i) => i);
const slider = root.querySelector("input[type=range]"), live = root.querySelector("[aria-live]");
const bounds = [0, 1].map(j => {
  const v = X.map(row => row[j]), a = Math.min(...v), b = Math.max(...v), gap = .06 * (b - a) || 1;
  return [a - gap, b + gap];
});
const px = v => 44 + 350 * (v - bounds[0][0]) / (bounds[0][1] - bounds[0][0]);
const py = v => 296 - 290 * (v - bounds[1][0]) / (bounds[1][1] - bounds[1][0]);
const counts = rows => classes.map((_, k) => rows.filter(i => y[i] === k).length);
const gini = rows => 1 - counts(rows).reduce((s, c) => s + (c / rows.length) ** 2, 0);
const wrong = rows => rows.length - Math.max(...counts(rows));
const digits = v => String(+v.toFixed(4));
const whole = () => [{ rows: all, box: bounds.map(b => [...b]) }];
let parts = whole(), before = [];

function halfway(rows, j) {
  const v = [...new Set(rows.map(i => X[i][j]))].sort((a, b) => a - b);
  return v.slice(1).map((b, k) => (v[k] + b) / 2);
}
function sides(rows, j, t) {
  return [rows.filter(i => X[i][j] <= t), rows.filter(i => X[i][j] > t)];
}
function gain(rows, j, t) {
  return gini(rows) -
    sides(rows, j, t).reduce((s, side) => s + side.length / rows.length * gini(side), 0);
}
function best(rows) {  // of equal ones the first feature's lowest
  let found = null;
  for (const j of [0, 1]) for (const t of halfway(rows, j)) {
    const g = gain(rows, j, t);
    if (!found || g > found.gain + 1e-12) found = { j, t, gain: g };
  }
  return found;
}
const chosen = () => ({ at: +part("leaf").value, j: +part("feature").value });
function threshold() {
  const { at, j } = chosen();
  return halfway(parts[at].rows, j)[+slider.value];
}
function question() {  // where the slider can go, and what it asks
  const { at, j } = chosen(), found = halfway(parts[at].rows, j);
  slider.max = Math.max(0, found.length - 1);
  slider.disabled = root.querySelector("[data-do=split]").disabled = !found.length;
  const words = found.length ? `${features[j]} at most ${digits(threshold())}` : "one value only";
  part("question").textContent = words;
  slider.setAttribute("aria-valuetext", words);
  draw();
}
function split(at, j, t) {
  const { rows, box } = parts[at], gained = gain(rows, j, t), most = best(rows).gain;
  const [left, right] = sides(rows, j, t), boxes = [0, 1].map(() => box.map(b => [...b]));
  boxes[0][j][1] = boxes[1][j][0] = t;
  before.push(parts);
  parts = [...parts.slice(0, at), { rows: left, box: boxes[0] }, { rows: right, box: boxes[1] },
           ...parts.slice(at + 1)];
  if (parts.length > 2) settle();
  show(`Asked part ${at + 1} whether ${features[j]} is at most ${digits(t)}: ${left.length} rows ` +
       `say yes, ${right.length} no. It gained ${gained.toFixed(3)}, ` +
       (most - gained < 1e-12 ? "as much as any question of this part."
                              : `the best question of this part ${most.toFixed(3)}.`));
}
function draw() {
  const { at, j } = chosen();
  const marks = [(x, y) => `<circle cx="${x}" cy="${y}" r="4"/>`,
    (x, y) => `<rect x="${x - 3.6}" y="${y - 3.6}" width="7.2" height="7.2"/>`,
    (x, y) => `<path d="M${x} ${y - 5}l5 8.6h-10z"/>`];
  const tints = ["var(--plus)", "var(--minus)", "var(--ink)"];
  let text = parts.map(({ box: [[a, b], [c, d]] }, k) => `<rect x="${px(a)}" y="${py(d)}"
    width="${px(b) - px(a)}" height="${py(c) - py(d)}" fill="none" stroke="var(--ink)"
    stroke-width="${k === at ? 3 : 1}"/><text x="${px(a) + 4}" y="${py(d) + 14}">${k + 1}</text>`
  ).join("");
  text += all.map(i => `<g fill="none" stroke="${tints[y[i]]}" stroke-width="1.5">` +
    marks[y[i]](+px(X[i][0]).toFixed(1), +py(X[i][1]).toFixed(1)) + "</g>").join("");
  const t = threshold(), [[a, b], [c, d]] = parts[at].box;
  if (t !== undefined) text += `<path d="${j ? `M${px(a)} ${py(t)}H${px(b)}`
    : `M${px(t)} ${py(c)}V${py(d)}`}" stroke="var(--ink)" stroke-dasharray="6 4"/>`;
  text += `<text x="219" y="330" text-anchor="middle">${features[0]}</text>
    <text x="14" y="151" text-anchor="middle" transform="rotate(-90 14 151)">${features[1]}</text>`;
  [[0, 0], [0, 1], [1, 0], [1, 1]].forEach(([f, end]) => {
    const v = bounds[f][end], name = digits(+v.toPrecision(3));
    text += f ? `<text x="40" y="${py(v) + (end ? 10 : 0)}" text-anchor="end">${name}</text>`
      : `<text x="${px(v)}" y="312" text-anchor="${end ? "end" : "start"}">${name}</text>`;
  });
  part("picture").innerHTML = text;
}
function show(words) {
  const missed = parts.reduce((s, p) => s + wrong(p.rows), 0);
  const left = parts.reduce((s, p) => s + p.rows.length / y.length * gini(p.rows), 0);
  const mixed = parts.map(p => gini(p.rows)), most = mixed.indexOf(Math.max(...mixed));
  part("leaf").innerHTML = parts.map((_, k) => `<option value="${k}">${k + 1}</option>`).join("");
  part("leaf").value = most;  // where there is most to do
  slider.value = 0;
  const cell = text => `<td>${text}</td>`;
  part("table").innerHTML = parts.map((p, k) => `<tr><th scope="row">` +
    `${k + 1}</th>${counts(p.rows).map(cell).join("")}${cell(mixed[k].toFixed(3))}</tr>`).join("");
  live.textContent = `${words} ${parts.length} part${parts.length > 1 ? "s" : ""}, with a mean ` +
    `Gini index of ${left.toFixed(3)}; answering with the most frequent class, ${missed} of ` +
    `${y.length} rows are wrong.`;
  part("picture").setAttribute("aria-label", "Rows by two features, cut into parts. " +
    live.textContent);
  root.querySelector("[data-do=undo]").disabled = !before.length;
  root.querySelector("[data-do=best]").disabled = !parts.some(p => best(p.rows));
  question();
}
part("feature").innerHTML =
  features.map((name, j) => `<option value="${j}">${name}</option>`).join("");
part("head").innerHTML = "<tr>" + ["part", ...classes, "Gini index"].map(n =>
  `<th scope="col">${n}</th>`).join("") + "</tr>";
part("leaf").onchange = part("feature").onchange = () => { slider.value = 0; question(); };
slider.oninput = question;
root.querySelector("[data-do=split]").onclick = () => {
  const { at, j } = chosen();
  split(at, j, threshold());
};
root.querySelector("[data-do=best]").onclick = () => {
  const at = chosen().at, found = best(parts[at].rows);
  if (found) split(at, found.j, found.t); else live.textContent = `Part ${at + 1} cannot be split.`;
};
root.querySelector("[data-do=undo]").onclick = () => { parts = before.pop(); show("Undone."); };
root.querySelector("[data-do=again]").onclick = () => {
  parts = whole(); before = [];
  show("All rows together.");
};
part("picture").onclick = event => {
  if (root.classList.contains("asks")) return;
  const frame = part("picture").getBoundingClientRect(), scale = 400 / frame.width;
  const at = [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
  const point = [bounds[0][0] + (at[0] - 44) / 350 * (bounds[0][1] - bounds[0][0]),
                 bounds[1][0] + (296 - at[1]) / 290 * (bounds[1][1] - bounds[1][0])];
  const k = parts.findIndex(p => p.box.every(([a, b], f) => a <= point[f] && point[f] <= b));
  if (k < 0) return;
  const j = chosen().j, found = halfway(parts[k].rows, j);
  const far = found.map(t => Math.abs(t - point[j]));
  if (found.length) split(k, j, found[far.indexOf(Math.min(...far))]);
  else live.textContent = `Part ${k + 1} has one value of ${features[j]}.`;
};
show("All rows together.");
"""


def tree_player(
    X: ArrayLike,
    y: ArrayLike,
    features: Sequence[str],
    *,
    title: str = "Split a tree yourself",
) -> Player:
    """Let the reader grow a tree: a click, or a slider and a button, splits a part.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
        At most three classes.
    features : sequence of two str
        Their names.
    title : str
        What a screen reader announces the player as.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        If there are not two features, or more than three classes.
    """
    X = np.asarray(X, dtype=float)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if X.ndim != 2 or X.shape[1] != 2 or len(features) != 2:
        raise ValueError(f"X has shape {X.shape} and {len(features)} names: two features are shown")
    if len(classes) > 3:
        raise ValueError(f"y has {len(classes)} classes: at most three are shown")
    data = {
        "X": X.tolist(),
        "y": codes.tolist(),
        "features": list(features),
        "classes": [str(name) for name in classes],
    }
    n, least = len(codes), _wrong_after_two(X, codes)
    choices, right = ranges(least, (n // 50, n // 15, n // 5))
    question = Question(
        f"One answer for all would be wrong on {n - np.bincount(codes).max()} of the {n} rows. You"
        " may ask two questions, the best one each time. On how many is the tree wrong then?",
        choices,
        right,
        "Split twice and see.",
        f"The best question, and after it the better of the two parts' best ones, leave {least} of"
        f" {n} rows wrong.",
    )
    return _player(title, data, question, _TREE_BODY, _TREE_SCRIPT)


def _wrong_after_two(X: NDArray[np.float64], y: NDArray[np.intp]) -> int:
    """Count the rows that a tree of two questions gets wrong: the best, then one side's best."""

    def stump(rows: NDArray[np.bool_]) -> Any:
        return DecisionTreeClassifier(max_depth=1).fit(X[rows], y[rows])

    leaf = stump(np.ones(len(y), dtype=bool)).apply(X)
    yes = leaf == leaf.min()
    sides = [rows for rows in (yes, ~yes) if rows.any()]
    one = [int(rows.sum() - np.bincount(y[rows]).max()) for rows in sides]
    two = [int((stump(rows).predict(X[rows]) != y[rows]).sum()) for rows in sides]
    return sum(one) + min(b - a for a, b in zip(one, two, strict=True))


# A committee, expert by expert

_VOTE_BODY = """
<div class="player-controls">
  <label>Correlation of their errors <select data-part="alike"></select></label>
</div>
<div class="player-panes">
  <svg viewBox="0 0 400 400" role="img" data-part="cases"></svg>
  <div class="player-later">
    <table><caption>So far</caption><tbody data-part="table"></tbody></table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">Each square is a case, and the larger the darker square in it, the more of
the experts so far are wrong on it. Where the majority is wrong it is crossed out. In the chart, the
solid line is the vote on these cases, the dashed one what the vote's formula says for all.</p>
"""

_VOTE_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`), alike = part("alike");
alike.innerHTML = data.runs.map((r, i) => `<option value="${i}">${r.rho}</option>`).join("");
alike.value = data.asked;
alike.addEventListener("keydown", event => event.stopPropagation());  // it knows the arrows
const { cases, sizes } = data, last = sizes[sizes.length - 1], side = Math.ceil(Math.sqrt(cases));
const cell = 400 / side, f = v => v.toFixed(3);
const wrong = data.runs.map(({ wrong }) => {  // how many of the first m, for each case
  const bytes = atob(wrong), counts = [new Array(cases).fill(0)];
  for (let e = 0; e < last; e++) counts.push(counts[e].map((c, i) =>
    c + (bytes.charCodeAt((e * cases + i) >> 3) >> (7 - (e * cases + i) % 8) & 1)));
  return counts;
});
const top_ = Math.max(...data.runs.flatMap(r => [...r.vote, ...r.formula]));
const cx = m => 44 + 346 * (last > 1 ? (m - 1) / (last - 1) : 0), cy = v => 155 - 109 * v / top_;
const line = (d, dash) => `<path d="${d}" fill="none" stroke="var(--ink)" stroke-width="2"
  stroke-dasharray="${dash}"/>`;

stepper(root, 1, sizes.length, "Committee", k => {
  const run = data.runs[alike.value], m = sizes[k - 1], now = wrong[alike.value][m];
  part("cases").innerHTML = now.map((c, i) => {
    const x = i % side * cell, y = Math.floor(i / side) * cell, s = (cell - 3) * Math.sqrt(c / m);
    return `<rect x="${x + 1}" y="${y + 1}" width="${cell - 2}" height="${cell - 2}" fill="none"
      stroke="var(--faint)" stroke-width=".5"/><rect x="${(x + (cell - s) / 2).toFixed(1)}"
      y="${(y + (cell - s) / 2).toFixed(1)}" width="${s.toFixed(1)}" height="${s.toFixed(1)}"
      fill="var(--minus)" fill-opacity=".75"/>` + (2 * c > m ? `<path d="M${x + 2} ${y + 2}l${cell
      - 4} ${cell - 4}m0 ${4 - cell}l${4 - cell} ${cell - 4}" stroke="var(--ink)"
      stroke-width="1.5"/>` : "");
  }).join("");
  const curve = key => sizes.map((n, i) =>
    (i ? "L" : "M") + cx(n).toFixed(1) + " " + cy(run[key][i]).toFixed(1)).join("");
  part("chart").innerHTML = `<path d="M44 10v145h350" fill="none" stroke="var(--faint)"/>
    <text x="38" y="${cy(top_) + 4}" text-anchor="end">${top_.toFixed(2)}</text>
    <text x="38" y="159" text-anchor="end">0</text><text x="44" y="174">1</text>
    <text x="390" y="174" text-anchor="end">${last}</text>
    <text x="215" y="185" text-anchor="middle">experts</text>` +
    line(curve("vote"), "") + line(curve("formula"), "7 4") +
    `<circle cx="${cx(m)}" cy="${cy(run.vote[k - 1])}" r="5" fill="var(--paper)"
      stroke="var(--ink)" stroke-width="2"/>` + line("M150 18h30", "") +
    line("M150 36h30", "7 4") + `<text x="186" y="22">vote on these cases</text>
    <text x="186" y="40">the formula</text>`;
  const outvoted = now.filter(c => 2 * c > m).length;
  part("table").innerHTML = [["experts", m], ["cases the vote gets wrong", outvoted],
    ["their share", f(run.vote[k - 1])], ["by the formula", f(run.formula[k - 1])],
    ["one expert, on average", f(run.alone)]].map(([name, value]) =>
    `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
  const words = `${m} expert${m > 1 ? "s" : ""}, correlation ${run.rho}: the vote is wrong on ` +
    `${outvoted} of ${cases} cases, ${f(run.vote[k - 1])} of them; the formula says ` +
    `${f(run.formula[k - 1])}.`;
  part("cases").setAttribute("aria-label", "The cases, and who is wrong on them. " + words);
  part("chart").setAttribute("aria-label", "Error of the vote by the number of experts. " + words);
  if (k === sizes.length && +alike.value === data.asked) settle();
  return words;
});
alike.onchange = () => root.querySelector("input[type=range]").dispatchEvent(new Event("input"));
"""


def vote_trace(
    mu: float = 0.3,
    rhos: Sequence[float] = (0.0, 0.1, 0.3),
    *,
    largest: int = 41,
    cases: int = 400,
    random_state: int = 0,
) -> dict[str, Any]:
    """Let experts judge cases, and count how often their vote is wrong, two more at a time.

    On each case an expert repeats a common source with probability q, which is the root of the
    correlation, or judges for himself; source and experts err with probability `mu`.

    Parameters
    ----------
    mu : float, default=0.3
    rhos : sequence of float
        Correlations of two experts' errors, one run each.
    largest : int, default=41
        The largest committee; odd, as all are.
    cases : int, default=400
    random_state : int, default=0

    Returns
    -------
    dict
        ``cases``, ``sizes`` and ``runs``, a dict for each correlation ``rho``: ``wrong`` (a bit for
        each expert and case, expert by expert, in base64), ``alone`` (an expert's mean share of
        wrong answers), and for each of ``sizes`` the share of cases that the ``vote`` gets wrong
        and what the ``formula`` gives.

    Raises
    ------
    ValueError
        If `largest` is even, or a probability or a correlation is not between 0 and 1.
    """
    if largest < 1 or largest % 2 == 0:
        raise ValueError(f"largest={largest} must be odd and positive: an even committee can tie")
    for name, value in (("mu", mu), *(("rhos", rho) for rho in rhos)):
        if not 0 <= value <= 1:
            raise ValueError(f"{name} holds {value}: it must be between 0 and 1")
    rng = np.random.default_rng(random_state)
    sizes = np.arange(1, largest + 1, 2)
    source, own = rng.random(cases) < mu, rng.random((largest, cases)) < mu
    reads = rng.random((largest, cases))
    runs = []
    for rho in rhos:
        q = np.sqrt(rho)
        wrong = np.where(reads < q, source, own)
        counts = np.cumsum(wrong, axis=0)[sizes - 1]
        misled = [committee_error(int(m), q + (1 - q) * mu) for m in sizes]
        informed = [committee_error(int(m), (1 - q) * mu) for m in sizes]
        formula = mu * np.array(misled) + (1 - mu) * np.array(informed)
        runs.append(
            {
                "rho": rho,
                "wrong": base64.b64encode(np.packbits(wrong).tobytes()).decode(),
                "alone": float(wrong.mean()),
                "vote": (2 * counts > sizes[:, None]).mean(axis=1).tolist(),
                "formula": formula.tolist(),
            }
        )
    return {"cases": cases, "sizes": sizes.tolist(), "runs": runs}


def vote_player(
    mu: float = 0.3,
    rhos: Sequence[float] = (0.0, 0.1, 0.3),
    *,
    largest: int = 41,
    cases: int = 400,
    random_state: int = 0,
    title: str = "A committee, expert by expert",
) -> Player:
    """Show a vote of more and more experts on the same cases, and what likeness costs it.

    Parameters
    ----------
    mu, largest, cases, random_state
        As for `vote_trace`.
    rhos : sequence of float
        As for `vote_trace`, two at least: the reader predicts the second with the first in mind.
    title : str
        What a screen reader announces the player as.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        As for `vote_trace`, and for fewer than two correlations.
    """
    if len(rhos) < 2:
        raise ValueError(f"rhos={rhos!r} must hold two correlations at least")
    data = vote_trace(mu, rhos, largest=largest, cases=cases, random_state=random_state)
    before, asked = (round(run["vote"][-1] * cases) for run in data["runs"][:2])
    alone = round(data["runs"][1]["alone"] * cases)
    choices, right = ranges(asked, (cases // 40, cases // 10, cases // 4))
    question = Question(
        f"Each of {largest} experts is wrong on about {mu * cases:.0f} of {cases} cases. Where the"
        f" correlation of their errors is {rhos[0]:g}, their vote is wrong on {before}. It is"
        f" {rhos[1]:g} now. On how many is it wrong?",
        choices,
        right,
        f"Play to the committee of {largest} and see.",
        f"With a correlation of {rhos[1]:g} the vote of {largest} is wrong on {asked} of {cases}"
        f" cases, with {rhos[0]:g} on {before}; an expert is on {alone}.",
    )
    return _player(
        title, data | {"asked": 1}, question, _CONTROLS + _VOTE_BODY, _STEPPER + _VOTE_SCRIPT
    )


# Curves that are drawn one after the other, and their mean

_CURVES_BODY = """
<div class="player-panes">
  <svg viewBox="0 0 400 260" role="img" data-part="fit"></svg>
  <div class="player-later">
    <table><caption>So far</caption><tbody data-part="table"></tbody></table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p class="player-later" aria-live="polite"></p>
"""
_LEARNER = """
<div class="player-controls"><label>Learner <select data-part="learner"></select></label></div>
"""

_CURVES_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`), learner = part("learner");
if (learner) {
  learner.innerHTML = data.runs.map((r, i) => `<option value="${i}">${r.name}</option>`).join("");
  learner.addEventListener("keydown", event => event.stopPropagation());  // it knows the arrows
}
const { place, truth, sets, measures } = data, K = sets.length;
const heights = [...sets.flatMap(set => set.y), ...data.runs.flatMap(r => r.curves.flat())];
const a = Math.min(...heights), b = Math.max(...heights);
const px = v => 30 + 364 * (v - place[0]) / (place[place.length - 1] - place[0]);
const py = v => 250 - 240 * (v - a) / (b - a || 1);
const path = values => values.map((v, i) =>
  (i ? "L" : "M") + px(place[i]).toFixed(1) + " " + py(v).toFixed(1)).join("");
const line = (d, dash, width, ink) => `<path d="${d}" fill="none" stroke="var(--${ink})"
  stroke-width="${width}" stroke-dasharray="${dash}"/>`;
const dashes = ["", "7 4", "2 3"], number = v => v === null ? "–" : v.toFixed(3);

stepper(root, 1, K, data.unit, k => {
  const run = data.runs[learner ? learner.value || 0 : 0];
  const now = run.steps[k - 1], set = sets[k - 1];
  const mean = place.map((_, i) => run.curves.slice(0, k).reduce((s, c) => s + c[i], 0) / k);
  part("fit").innerHTML =
    run.curves.slice(0, k - 1).map(c => line(path(c), "", .6, "faint")).join("") +
    set.x.map((v, i) => set.count[i] ?
      `<circle cx="${px(v).toFixed(1)}" cy="${py(set.y[i]).toFixed(1)}"
        r="${1.6 + 1.4 * set.count[i]}" fill="none" stroke="var(--plus)" stroke-width="1.4"/>` :
      `<path d="M${(px(v) - 3).toFixed(1)} ${(py(set.y[i]) - 3).toFixed(1)}l6 6m0 -6l-6 6"
        stroke="var(--minus)" stroke-width="1.4"/>`).join("") +
    line(path(truth), "2 4", 1.6, "ink") + line(path(run.curves[k - 1]), "7 4", 1.4, "ink") +
    line(path(mean), "", 2.8, "ink");
  const top = Math.max(...run.steps.flatMap(s => measures.map(([key]) => s[key])));
  const cx = m => 44 + 346 * (K > 1 ? (m - 1) / (K - 1) : 0), room = 18 * measures.length;
  const cy = v => 155 - (145 - room) * v / (top || 1);  // below the names of the lines
  part("chart").innerHTML = `<path d="M44 10v145h350" fill="none" stroke="var(--faint)"/>
    <text x="38" y="${14 + room}" text-anchor="end">${top.toFixed(2)}</text>
    <text x="38" y="159" text-anchor="end">0</text><text x="44" y="174">1</text>
    <text x="390" y="174" text-anchor="middle">${K}</text>` + measures.map(([key, name], i) =>
    line(run.steps.map((s, m) => s[key] === null ? "" :
           (m && run.steps[m - 1][key] !== null ? "L" : "M") + cx(m + 1) + " " + cy(s[key])
         ).join(""), dashes[i], 1.6, "ink") + (now[key] === null ? "" :
    `<circle cx="${cx(k)}" cy="${cy(now[key])}" r="4.5" fill="var(--paper)" stroke="var(--ink)"
      stroke-width="2"/>`) + line(`M190 ${18 + 18 * i}h30`, dashes[i], 1.6, "ink") +
    `<text x="226" y="${22 + 18 * i}">${name}</text>`).join("");
  part("table").innerHTML = measures.map(([key, name]) =>
    `<tr><th scope="row">${name}</th><td>${number(now[key])}</td></tr>`).join("");
  part("fit").setAttribute("aria-label", data.picture + " " + now.words);
  part("chart").setAttribute("aria-label", measures.map(([key, name]) =>
    `${name}: ${number(now[key])}`).join(", ") + `, after ${k} of ${K}.`);
  if (k === K) settle();
  return now.words;
});
const slider = root.querySelector("input[type=range]");
if (learner) learner.onchange = () => slider.dispatchEvent(new Event("input"));
"""


def spread_trace(
    learners: Mapping[str, Any],
    draw: Callable[[np.random.Generator], tuple[ArrayLike, ArrayLike]],
    truth: Callable[[NDArray[np.float64]], ArrayLike],
    place: ArrayLike,
    *,
    n_sets: int = 30,
    random_state: int = 0,
) -> dict[str, Any]:
    """Let learners learn from one training set after the other, and split what they err so far.

    Parameters
    ----------
    learners : mapping of str to regressor
        By the name that the reader chooses them by.
    draw : callable
        Given a generator, draws a training set: x and y, each of shape (n,).
    truth : callable
        Gives the true value at each of some places.
    place : array-like of shape (p,)
        Where predictions are shown, from left to right.
    n_sets : int, default=30
    random_state : int, default=0

    Returns
    -------
    dict
        What the player holds: ``place``, ``truth``, ``sets``, and ``runs``, for each learner its
        ``curves``, one a training set, and ``steps``: ``bias_squared`` and ``variance`` as
        `bias_variance_squared` estimates them from the first k curves; None for the first curve,
        since one training set tells nothing of a variance.

    Raises
    ------
    ValueError
        If there are fewer than two training sets.
    """
    if n_sets < 2:
        raise ValueError(f"n_sets={n_sets!r} must be at least 2")
    rng = np.random.default_rng(random_state)
    at = np.asarray(place, dtype=float)
    right = np.asarray(truth(at), dtype=float)
    sets = [tuple(np.asarray(v, dtype=float) for v in draw(rng)) for _ in range(n_sets)]
    runs = []
    for name, learner in learners.items():
        curves = np.array(
            [
                _seeded(learner, k).fit(x[:, None], y).predict(at[:, None])
                for k, (x, y) in enumerate(sets)
            ]
        )
        first = float(((curves[0] - right) ** 2).mean())
        steps: list[dict[str, Any]] = [
            {
                "bias_squared": None,
                "variance": None,
                "words": f"1 training set, {name}: squared error {first:.3f}. Bias and variance"
                " need two at least.",
            }
        ]
        for k in range(2, n_sets + 1):
            parts = bias_variance_squared(curves[:k], right)
            steps.append(
                {
                    "bias_squared": float(parts.bias_squared),
                    "variance": float(parts.variance),
                    "words": f"{k} training sets, {name}: squared bias"
                    f" {parts.bias_squared:.3f}, variance {parts.variance:.3f}, together"
                    f" {parts.error:.3f}.",
                }
            )
        runs.append({"name": name, "curves": curves.round(3).tolist(), "steps": steps})
    return {
        "place": at.round(4).tolist(),
        "truth": right.round(3).tolist(),
        "sets": [
            {"x": x.round(3).tolist(), "y": y.round(3).tolist(), "count": [1] * len(x)}
            for x, y in sets
        ],
        "measures": [["bias_squared", "squared bias"], ["variance", "variance"]],
        "unit": "Training set",
        "picture": "The rows of this training set, what was learned from it (dashed) and from"
        " those before (thin), their mean (thick), and the truth (dotted).",
        "runs": runs,
    }


def _seeded(learner: Any, k: int) -> Any:
    """Copy a learner; where it draws at random, as training set k has it."""
    copy = clone(learner)
    return copy.set_params(random_state=k) if "random_state" in copy.get_params() else copy


def spread_player(
    learners: Mapping[str, Any],
    draw: Callable[[np.random.Generator], tuple[ArrayLike, ArrayLike]],
    truth: Callable[[NDArray[np.float64]], ArrayLike],
    place: ArrayLike,
    *,
    n_sets: int = 30,
    random_state: int = 0,
    title: str = "One training set after the other",
) -> Player:
    """Show what learners learn from one training set after the other, its mean and its spread.

    Parameters
    ----------
    learners, draw, truth, place, n_sets, random_state
        As for `spread_trace`.
    title : str
        What a screen reader announces the player as.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        As for `spread_trace`.
    """
    data = spread_trace(learners, draw, truth, place, n_sets=n_sets, random_state=random_state)
    ends = {run["name"]: run["steps"][-1] for run in data["runs"]}
    name, end = next(iter(ends.items()))
    bias, variance = end["bias_squared"], end["variance"]
    question = Question(
        f"After {n_sets} training sets, what will be most of the squared error of {name}?",
        (
            "The distance of its mean from the truth: bias",
            "The scatter of its predictions: variance",
        ),
        int(variance > bias),
        f"Play to training set {n_sets} and see; then choose another learner.",
        " ".join(
            f"For {one}: squared bias {parts['bias_squared']:.3f}, variance"
            f" {parts['variance']:.3f}."
            for one, parts in ends.items()
        ),
    )
    body = _LEARNER + _CONTROLS + _CURVES_BODY + f'<p class="player-note">{data["picture"]}</p>'
    return _player(title, data, question, body, _STEPPER + _CURVES_SCRIPT)


def averaging_trace(
    bag: BaggingRegressor,
    x: ArrayLike,
    y: ArrayLike,
    truth: Callable[[NDArray[np.float64]], ArrayLike],
    place: ArrayLike,
) -> dict[str, Any]:
    """Write down bagging member by member: each sample, each member, and the average so far.

    Parameters
    ----------
    bag : BaggingRegressor
        Fitted to x and y, with all rows to draw from for each member.
    x, y : array-like of shape (n,)
        What it was fitted to: one feature, and the targets.
    truth : callable
        Gives the true value at each of some places.
    place : array-like of shape (p,)
        Where predictions are shown, from left to right.

    Returns
    -------
    dict
        What the player holds: as `spread_trace`, with the rows' counts in each bootstrap sample in
        ``sets``, and in ``steps`` the mean squared distances to the truth of this member,
        ``member``, and of the average so far, ``average``, and how far that moved, ``moved`` (the
        root of its mean square; at the first member, 0).

    Raises
    ------
    ValueError
        If the ensemble has more than one feature.
    """
    check_is_fitted(bag)
    if bag.n_features_in_ != 1:
        raise ValueError(f"the ensemble has {bag.n_features_in_} features: one is shown")
    x, y, at = (np.asarray(v, dtype=float) for v in (x, y, place))
    right = np.asarray(truth(at), dtype=float)
    curves = np.array([member.predict(at[:, None]) for member in bag.estimators_])
    averages = np.cumsum(curves, axis=0) / np.arange(1, len(curves) + 1)[:, None]
    sets, steps = [], []
    for k, sample in enumerate(bag.estimators_samples_):
        count = np.bincount(sample, minlength=len(x))
        sets.append({"x": x.round(3).tolist(), "y": y.round(3).tolist(), "count": count.tolist()})
        moved = np.sqrt(np.mean((averages[k] - averages[k - 1]) ** 2)) if k else 0.0
        found: dict[str, Any] = {
            "member": float(np.mean((curves[k] - right) ** 2)),
            "average": float(np.mean((averages[k] - right) ** 2)),
            "moved": float(moved),
        }
        found["words"] = (
            f"Sample {k + 1}: {(count == 0).sum()} of {len(x)} rows left out, one drawn"
            f" {count.max()} times. Its tree errs by {found['member']:.3f}, the average of"
            f" {k + 1} by {found['average']:.3f}"
            + (f"; the average moved by {moved:.3f}." if k else ".")
        )
        steps.append(found)
    return {
        "place": at.round(4).tolist(),
        "truth": right.round(3).tolist(),
        "sets": sets,
        "measures": [
            ["member", "error of this tree"],
            ["average", "error of the average"],
            ["moved", "the average moved by"],
        ],
        "unit": "Sample",
        "picture": "The rows, larger the more often they were drawn and crossed where they were"
        " left out; the tree of this sample (dashed) and those before (thin), their average"
        " (thick), and the truth (dotted).",
        "runs": [{"name": "bagged", "curves": curves.round(3).tolist(), "steps": steps}],
    }


def averaging_player(
    bag: BaggingRegressor,
    x: ArrayLike,
    y: ArrayLike,
    truth: Callable[[NDArray[np.float64]], ArrayLike],
    place: ArrayLike,
    *,
    title: str = "Bagging, sample by sample",
) -> Player:
    """Show bagging on a line: draw a sample, grow its tree, watch the average settle.

    Parameters
    ----------
    bag, x, y, truth, place
        As for `averaging_trace`.
    title : str
        What a screen reader announces the player as.

    Returns
    -------
    Player
        Shows itself in a notebook; `Player.page` makes a page of it.

    Raises
    ------
    ValueError
        As for `averaging_trace`.
    """
    data = averaging_trace(bag, x, y, truth, place)
    steps = data["runs"][0]["steps"]
    alone, average = np.mean([step["member"] for step in steps]), steps[-1]["average"]
    choices, right = ranges(average, (alone / 4, 0.75 * alone), ".2f")
    question = Question(
        f"A tree of one of these samples has a mean squared distance of {alone:.2f} to the truth."
        f" And the average of {len(steps)} of them?",
        choices,
        right,
        f"Play to sample {len(steps)} and see.",
        f"The average of {len(steps)} has {average:.3f}, its trees {alone:.3f} on average.",
    )
    body = _CONTROLS + _CURVES_BODY + f'<p class="player-note">{data["picture"]}</p>'
    return _player(title, data, question, body, _STEPPER + _CURVES_SCRIPT)

"""Player in which the reader splits a tree.

The reader chooses the splits, so their impurities are computed in the page; a test compares them
with the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ensemblelab.teaching.players.frame import Player, Question, build_player, offer_ranges
from ensemblelab.trees.decision_tree import DecisionTreeClassifier

__all__ = ["tree_player"]


_TREE_BODY = """
<div class="player-controls" role="group" aria-label="The next split">
  <label>Part <select data-part="leaf"></select></label>
  <label>Feature <select data-part="feature"></select></label>
  <label><span data-part="question"></span> <input type="range" min="0" step="1"></label>
  <button type="button" data-do="split">Split here</button>
  <button type="button" data-do="best">Best split</button>
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
<p class="player-note player-howto">A click splits the part under it, halfway between its two
nearest points, by the feature that you have chosen. The dashed line is where
"Split here" would split.</p>
"""

_TREE_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`);
const { X, y, features, classes } = data, all = y.map((_, i) => i);
const slider = root.querySelector("input[type=range]"), live = root.querySelector("[aria-live]");
const bounds = [0, 1].map(j => {
  const v = X.map(x => x[j]), a = Math.min(...v), b = Math.max(...v), gap = .06 * (b - a) || 1;
  return [a - gap, b + gap];
});
const px = v => 44 + 350 * (v - bounds[0][0]) / (bounds[0][1] - bounds[0][0]);
const py = v => 296 - 290 * (v - bounds[1][0]) / (bounds[1][1] - bounds[1][0]);
const counts = inside => classes.map((_, k) => inside.filter(i => y[i] === k).length);
const gini = inside => 1 - counts(inside).reduce((s, c) => s + (c / inside.length) ** 2, 0);
const wrong = inside => inside.length - Math.max(...counts(inside));
const digits = v => String(+v.toFixed(4));
const whole = () => [{ inside: all, box: bounds.map(b => [...b]) }];
let parts = whole(), before = [];

function halfway(inside, j) {
  const v = [...new Set(inside.map(i => X[i][j]))].sort((a, b) => a - b);
  return v.slice(1).map((b, k) => (v[k] + b) / 2);
}
function sides(inside, j, t) {
  return [inside.filter(i => X[i][j] <= t), inside.filter(i => X[i][j] > t)];
}
function gain(inside, j, t) {
  return gini(inside) -
    sides(inside, j, t).reduce((s, side) => s + side.length / inside.length * gini(side), 0);
}
function best(inside) {  // of equal ones the first feature's lowest
  let found = null;
  for (const j of [0, 1]) for (const t of halfway(inside, j)) {
    const g = gain(inside, j, t);
    if (!found || g > found.gain + 1e-12) found = { j, t, gain: g };
  }
  return found;
}
const chosen = () => ({ at: +part("leaf").value, j: +part("feature").value });
function threshold() {
  const { at, j } = chosen();
  return halfway(parts[at].inside, j)[+slider.value];
}
function question() {  // where the slider can go, and what it asks
  const { at, j } = chosen(), found = halfway(parts[at].inside, j);
  slider.max = Math.max(0, found.length - 1);
  slider.disabled = root.querySelector("[data-do=split]").disabled = !found.length;
  const words = found.length ? `${features[j]} at most ${digits(threshold())}` : "one value only";
  part("question").textContent = words;
  slider.setAttribute("aria-valuetext", words);
  draw();
}
function split(at, j, t) {
  const { inside, box } = parts[at], gained = gain(inside, j, t), most = best(inside).gain;
  const [left, right] = sides(inside, j, t), boxes = [0, 1].map(() => box.map(b => [...b]));
  boxes[0][j][1] = boxes[1][j][0] = t;
  before.push(parts);
  parts = [...parts.slice(0, at), { inside: left, box: boxes[0] }, { inside: right, box: boxes[1] },
           ...parts.slice(at + 1)];
  if (parts.length > 2) settle();
  show(`Part ${at + 1} was split at ${features[j]} <= ${digits(t)}: ${left.length} observations ` +
       `left, ${right.length} right. The gain is ${gained.toFixed(3)}` +
       (most - gained < 1e-12 ? ", the largest possible in this part."
                              : `; that of the best split is ${most.toFixed(3)}.`));
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
  const missed = parts.reduce((s, p) => s + wrong(p.inside), 0);
  const left = parts.reduce((s, p) => s + p.inside.length / y.length * gini(p.inside), 0);
  const mixed = parts.map(p => gini(p.inside)), most = mixed.indexOf(Math.max(...mixed));
  part("leaf").innerHTML = parts.map((_, k) => `<option value="${k}">${k + 1}</option>`).join("");
  part("leaf").value = most;  // where there is most to do
  slider.value = 0;
  const cell = text => `<td>${text}</td>`;
  part("table").innerHTML = parts.map((p, k) => `<tr><th scope="row">` +
    `${k + 1}</th>${counts(p.inside).map(cell).join("")}${cell(mixed[k].toFixed(3))}</tr>`
  ).join("");
  live.textContent = `${words} ${parts.length} part${parts.length > 1 ? "s" : ""}, with a mean ` +
    `Gini index of ${left.toFixed(3)}; if each predicts its most frequent class, ${missed} of ` +
    `${y.length} observations are misclassified.`;
  part("picture").setAttribute("aria-label", "Observations by two features, cut into parts. " +
    live.textContent);
  root.querySelector("[data-do=undo]").disabled = !before.length;
  root.querySelector("[data-do=best]").disabled = !parts.some(p => best(p.inside));
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
  const at = chosen().at, found = best(parts[at].inside);
  if (found) split(at, found.j, found.t); else live.textContent = `Part ${at + 1} cannot be split.`;
};
root.querySelector("[data-do=undo]").onclick = () => { parts = before.pop(); show("Undone."); };
root.querySelector("[data-do=again]").onclick = () => {
  parts = whole(); before = [];
  show("All observations together.");
};
part("picture").onclick = event => {
  if (root.classList.contains("asks")) return;
  const frame = part("picture").getBoundingClientRect(), scale = 400 / frame.width;
  const at = [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
  const point = [bounds[0][0] + (at[0] - 44) / 350 * (bounds[0][1] - bounds[0][0]),
                 bounds[1][0] + (296 - at[1]) / 290 * (bounds[1][1] - bounds[1][0])];
  const k = parts.findIndex(p => p.box.every(([a, b], f) => a <= point[f] && point[f] <= b));
  if (k < 0) return;
  const j = chosen().j, found = halfway(parts[k].inside, j);
  const far = found.map(t => Math.abs(t - point[j]));
  if (found.length) split(k, j, found[far.indexOf(Math.min(...far))]);
  else live.textContent = `Part ${k + 1} has one value of ${features[j]}.`;
};
show("All observations together.");
"""


def tree_player(
    X: ArrayLike,
    y: ArrayLike,
    features: Sequence[str],
    *,
    title: str = "Split a tree yourself",
) -> Player:
    """Return a player in which a click, or a slider and a button, splits a node of a tree.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
        At most three classes.
    features : sequence of two str
        The names of the features.
    title : str
        The title of the player, which screen readers announce.

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
    choices, right = offer_ranges(least, (n // 50, n // 15, n // 5))
    question = Question(
        "A tree without splits, which predicts the most frequent class, misclassifies"
        f" {n - np.bincount(codes).max()} of the {n} observations. You may make two splits, the"
        " best one each time. How many observations does the tree then misclassify?",
        choices,
        right,
        "Split twice and see.",
        f"After the best split, and the better of the best splits of its two parts, {least} of"
        f" {n} observations are misclassified.",
    )
    return build_player(title, data, question, _TREE_BODY, _TREE_SCRIPT)


def _wrong_after_two(X: NDArray[np.float64], y: NDArray[np.intp]) -> int:
    """Count the mistakes of a tree of two splits: the best, then the best of one side."""

    def stump(rows: NDArray[np.bool_]) -> Any:
        return DecisionTreeClassifier(max_depth=1).fit(X[rows], y[rows])

    leaf = stump(np.ones(len(y), dtype=bool)).apply(X)
    yes = leaf == leaf.min()
    sides = [rows for rows in (yes, ~yes) if rows.any()]
    one = [int(rows.sum() - np.bincount(y[rows]).max()) for rows in sides]
    two = [int((stump(rows).predict(X[rows]) != y[rows]).sum()) for rows in sides]
    return sum(one) + min(b - a for a, b in zip(one, two, strict=True))

"""Players that show fitted curves and their mean: for several training sets, and for bagging."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from ensemblelab.bagging import BaggingRegressor
from ensemblelab.diagnostics import bias_variance_squared
from ensemblelab.teaching.players.frame import (
    CONTROLS,
    STEPPER,
    Player,
    Question,
    build_player,
    offer_ranges,
)

__all__ = ["averaging_player", "averaging_trace", "spread_player", "spread_trace"]


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
    """Fit learners to one training set after the other, and estimate their bias and variance.

    Parameters
    ----------
    learners : mapping of str to regressor
        The learners by the names that the reader can choose.
    draw : callable
        Draws a training set with a generator: x and y, each of shape (n,).
    truth : callable
        Returns the true values at some points.
    place : array-like of shape (p,)
        The points where predictions are shown, from left to right.
    n_sets : int, default=30
    random_state : int, default=0

    Returns
    -------
    dict
        The data of the player: ``place``, ``truth``, ``sets``, and ``runs``, for each learner its
        ``curves``, one for each training set, and ``steps``: ``bias_squared`` and ``variance`` as
        `bias_variance_squared` estimates them from the first k curves; None for the first curve,
        because a variance cannot be estimated from one training set.

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
                " need at least two.",
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
        "picture": "The observations of this training set, the model fitted to it (dashed), those"
        " fitted to earlier sets (thin), their mean (thick), and the true function (dotted).",
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
    """Show the models trained on one training set after the other, their mean, and their variance.

    Parameters
    ----------
    learners, draw, truth, place, n_sets, random_state
        As for `spread_trace`.
    title : str
        The title of the player, which screen readers announce.

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
    body = _LEARNER + CONTROLS + _CURVES_BODY + f'<p class="player-note">{data["picture"]}</p>'
    return build_player(title, data, question, body, STEPPER + _CURVES_SCRIPT)


def averaging_trace(
    bag: BaggingRegressor,
    x: ArrayLike,
    y: ArrayLike,
    truth: Callable[[NDArray[np.float64]], ArrayLike],
    place: ArrayLike,
) -> dict[str, Any]:
    """Record for each base learner of bagging the sample, its predictions, and the average so far.

    Parameters
    ----------
    bag : BaggingRegressor
        Fitted to x and y, with samples of all observations.
    x, y : array-like of shape (n,)
        The training data: one feature, and the targets.
    truth : callable
        Returns the true values at some points.
    place : array-like of shape (p,)
        The points where predictions are shown, from left to right.

    Returns
    -------
    dict
        The data of the player, as for `spread_trace`, with the counts of the observations in each
        bootstrap sample in ``sets``, and in ``steps`` the mean squared error of this base
        learner (``member``), that of the average so far, ``average``, and the root mean square of
        its change, ``moved`` (0 for the first base learner).

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
            f"Sample {k + 1}: {(count == 0).sum()} of {len(x)} observations left out, one drawn"
            f" {count.max()} times. The error of its tree is {found['member']:.3f}, that of the"
            f" average of {k + 1} is {found['average']:.3f}"
            + (f"; the average changed by {moved:.3f}." if k else ".")
        )
        steps.append(found)
    return {
        "place": at.round(4).tolist(),
        "truth": right.round(3).tolist(),
        "sets": sets,
        "measures": [
            ["member", "error of this tree"],
            ["average", "error of the average"],
            ["moved", "change of the average"],
        ],
        "unit": "Sample",
        "picture": "The data (a larger circle was drawn more often, a cross was not drawn), the"
        " tree of this sample (dashed), the earlier trees (thin), their average (thick), and the"
        " true function (dotted).",
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
    """Show bagging with one feature: each bootstrap sample, its tree, and the average so far.

    Parameters
    ----------
    bag, x, y, truth, place
        As for `averaging_trace`.
    title : str
        The title of the player, which screen readers announce.

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
    choices, right = offer_ranges(average, (alone / 4, 0.75 * alone), ".2f")
    question = Question(
        f"The mean squared error of one of these trees is {alone:.2f}, measured against the true"
        f" function. What is the error of the average of {len(steps)} of them?",
        choices,
        right,
        f"Play to sample {len(steps)} and see.",
        f"The error of the average of {len(steps)} trees is {average:.3f}; the mean error of the"
        f" trees is {alone:.3f}.",
    )
    body = CONTROLS + _CURVES_BODY + f'<p class="player-note">{data["picture"]}</p>'
    return build_player(title, data, question, body, STEPPER + _CURVES_SCRIPT)

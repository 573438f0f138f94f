"""Player that shows the majority vote of more and more experts."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import betaincinv

from ensemblelab.committees import correlated_error
from ensemblelab.teaching.players.frame import (
    CONTROLS,
    STEPPER,
    Player,
    Question,
    build_player,
    offer_ranges,
)

__all__ = ["vote_player", "vote_trace"]


_VOTE_BODY = """
<div class="player-controls">
  <label>Correlation of their errors <select data-part="alike"></select></label>
  <label>What they have in common <select data-part="model"></select></label>
</div>
<div class="player-panes">
  <svg viewBox="0 0 400 400" role="img" data-part="cases"></svg>
  <div class="player-later">
    <table><caption>So far</caption><tbody data-part="table"></tbody></table>
    <svg viewBox="0 0 400 190" role="img" data-part="chart"></svg>
  </div>
</div>
<p class="player-later" aria-live="polite"></p>
<p class="player-note">Each square is a case. The area of the darker square in it is the proportion
of the experts so far that are wrong on it; a cross means that the majority is wrong. In the chart,
the solid line is the error rate of the vote on these cases, and the dashed line is the probability
of an error by the formula.</p>
"""

_VOTE_SCRIPT = """
const part = name => root.querySelector(`[data-part=${name}]`);
const alike = part("alike"), model = part("model"), { rhos, models } = data;
const fill = (select, names) => {
  select.innerHTML = names.map((name, i) => `<option value="${i}">${name}</option>`).join("");
  select.addEventListener("keydown", event => event.stopPropagation());  // it knows the arrows
};
fill(alike, rhos);
fill(model, models);
alike.value = data.asked;
const shown = () => +model.value * rhos.length + +alike.value;  // which run
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

stepper(root, 1, sizes.length, "Ensemble", k => {
  const run = data.runs[shown()], m = sizes[k - 1], now = wrong[shown()][m];
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
  part("table").innerHTML = [["experts", m], ["errors of the vote", outvoted],
    ["error rate of the vote", f(run.vote[k - 1])], ["by the formula", f(run.formula[k - 1])],
    ["error rate of one expert", f(run.alone)]].map(([name, value]) =>
    `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
  const words = `${m} expert${m > 1 ? "s" : ""}, ${run.model}, correlation ${run.rho}: the vote ` +
    `is wrong on ${outvoted} of ${cases} cases, ${f(run.vote[k - 1])} of them; the formula gives ` +
    `${f(run.formula[k - 1])}.`;
  part("cases").setAttribute("aria-label",
    "The cases, and how many experts are wrong on them. " + words);
  part("chart").setAttribute("aria-label", "Error of the vote by the number of experts. " + words);
  if (k === sizes.length && shown() === data.asked) settle();
  return words;
});
alike.onchange = model.onchange = () =>
  root.querySelector("input[type=range]").dispatchEvent(new Event("input"));
"""

# Two ways in which experts of the same error and correlation can be alike.
MODELS = ("common source", "unequal cases")


def vote_trace(
    mu: float = 0.3,
    rhos: Sequence[float] = (0.0, 0.1, 0.3),
    *,
    largest: int = 41,
    cases: int = 400,
    random_state: int = 0,
) -> dict[str, Any]:
    """Draw judgments of experts, and compute the error of their vote for growing ensembles.

    There are two models with the same error rate and correlation. With *a common source*, an
    expert repeats the source's judgment of a case with probability q, the square root of the
    correlation, and judges independently otherwise; source and experts are wrong with probability
    `mu`. With *unequal cases*, all experts are wrong on a case independently, with a probability
    of the case that is drawn from the beta distribution with mean `mu` that leads to the
    correlation (Berg, 1993).

    Parameters
    ----------
    mu : float, default=0.3
    rhos : sequence of float
        Correlations of two experts' errors, one run each.
    largest : int, default=41
        The size of the largest ensemble; odd, as all sizes are.
    cases : int, default=400
    random_state : int, default=0

    Returns
    -------
    dict
        ``cases``, ``sizes``, ``rhos``, ``models`` and ``runs``, a dict for each ``model`` and in
        it each correlation ``rho``: ``wrong`` (a bit for each expert and case, expert by expert,
        in base64), ``alone`` (the mean error rate of an expert), and for each of ``sizes`` the
        error rate of the ``vote`` and the value of the ``formula``.

    Raises
    ------
    ValueError
        If `largest` is even, or a probability or a correlation is not between 0 and 1.
    """
    if largest < 1 or largest % 2 == 0:
        raise ValueError(f"largest={largest} must be odd and positive: an even ensemble can tie")
    for name, value in (("mu", mu), *(("rhos", rho) for rho in rhos)):
        if not 0 <= value <= 1:
            raise ValueError(f"{name} holds {value}: it must be between 0 and 1")
    rng = np.random.default_rng(random_state)
    sizes = np.arange(1, largest + 1, 2)
    source, own = rng.random(cases) < mu, rng.random((largest, cases)) < mu
    reads = rng.random((largest, cases))
    rank = rng.random(cases)  # of the cases, from the easiest to the hardest
    runs = []
    for model in MODELS:
        for rho in rhos:
            if model == MODELS[0]:
                wrong = np.where(reads < np.sqrt(rho), source, own)
            else:
                wrong = reads < _difficulties(mu, rho, rank)
            formula = [correlated_error(int(m), mu, rho, model) for m in sizes]
            counts = np.cumsum(wrong, axis=0)[sizes - 1]
            runs.append(
                {
                    "model": model,
                    "rho": rho,
                    "wrong": base64.b64encode(np.packbits(wrong).tobytes()).decode(),
                    "alone": float(wrong.mean()),
                    "vote": (2 * counts > sizes[:, None]).mean(axis=1).tolist(),
                    "formula": formula,
                }
            )
    return {
        "cases": cases,
        "sizes": sizes.tolist(),
        "rhos": list(rhos),
        "models": list(MODELS),
        "runs": runs,
    }


def _difficulties(mu: float, rho: float, rank: np.ndarray) -> np.ndarray:
    """Return each case's probability that an expert errs, from its rank in (0, 1)."""
    if rho == 0 or mu in (0, 1):
        return np.full(len(rank), mu)
    if rho == 1:
        return (rank > 1 - mu).astype(float)
    strength = 1 / rho - 1
    return betaincinv(mu * strength, (1 - mu) * strength, rank)


def vote_player(
    mu: float = 0.3,
    rhos: Sequence[float] = (0.0, 0.1, 0.3),
    *,
    largest: int = 41,
    cases: int = 400,
    random_state: int = 0,
    title: str = "An ensemble, expert by expert",
) -> Player:
    """Show the vote of more and more experts on the same cases, for several correlations.

    Parameters
    ----------
    mu, largest, cases, random_state
        As for `vote_trace`.
    rhos : sequence of float
        As for `vote_trace`, at least two; the reader predicts the error for the second one.
    title : str
        The title of the player, which screen readers announce.

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
        raise ValueError(f"rhos={rhos!r} must hold at least two correlations")
    data = vote_trace(mu, rhos, largest=largest, cases=cases, random_state=random_state)
    before, asked = (round(run["vote"][-1] * cases) for run in data["runs"][:2])
    alone = round(data["runs"][1]["alone"] * cases)
    choices, right = offer_ranges(asked, (cases // 40, cases // 10, cases // 4))
    question = Question(
        f"Each of {largest} experts is wrong on about {mu * cases:.0f} of {cases} cases. If the"
        f" correlation of their errors is {rhos[0]:g}, their vote is wrong on {before} cases. Now"
        f" a common source makes it {rhos[1]:g}. On how many cases is the vote wrong?",
        choices,
        right,
        f"Play to the ensemble of {largest} and see.",
        f"With a correlation of {rhos[1]:g} from a common source, the vote of {largest} experts is"
        f" wrong on {asked} of {cases} cases; with {rhos[0]:g} it is wrong on {before}, and a"
        f" single expert is wrong on {alone} on average.",
    )
    return build_player(
        title, data | {"asked": 1}, question, CONTROLS + _VOTE_BODY, STEPPER + _VOTE_SCRIPT
    )

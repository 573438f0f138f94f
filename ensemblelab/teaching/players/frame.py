"""The common parts of all players: the fragment of HTML, the question, and the buttons.

A player is one fragment of HTML. Its data were computed by the library when the page was
built and are in the page as JSON; a short script draws one step at a time. It works by
mouse, touch, and keyboard, describes each step for screen readers, conveys nothing by color
alone, and follows the light or dark theme of the page. Before it can be played, it asks the reader
to predict the result and hides its steps and curves; at the end it states the result.
"""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

__all__ = ["Player", "Question", "build_player", "offer_ranges"]


@dataclass(frozen=True)
class Player:
    """A self-contained piece of HTML that shows itself in a notebook.

    Attributes
    ----------
    title : str
        The title, which screen readers announce.
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
    "<p>This figure is interactive and needs JavaScript.</p></noscript>"
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
    (guess.dataset.guess === ask.dataset.right ? "\\u2713 Correct. " : "\\u2717 Not correct. ")
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
STEPPER = """
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
REGION = """
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

CONTROLS = """
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
    """The question that a player asks before it can be played.

    Attributes
    ----------
    text : str
    choices : sequence of str
    right : int
        The index of the right choice.
    hint : str
        How to see the result.
    outcome : str
        The result, in a sentence.
    """

    text: str
    choices: Sequence[str]
    right: int
    hint: str
    outcome: str

    def html(self) -> str:
        """Return the question with a button for each choice."""
        data = {"right": str(self.right), "told": self.outcome, "until": self.hint}
        attributes = "".join(f' data-{key}="{html.escape(text)}"' for key, text in data.items())
        buttons = "".join(
            f'<button type="button" data-guess="{k}">{html.escape(choice)}</button>'
            for k, choice in enumerate(self.choices)
        )
        return (
            f'<div class="player-ask" role="group" aria-label="Your prediction"{attributes}>'
            f"<p><strong>Before you look:</strong> {html.escape(self.text)}</p>{buttons}"
            '<button type="button">Just show me</button></div>'
        )


def offer_ranges(value: float, edges: Iterable[float], form: str = "") -> tuple[list[str], int]:
    """Return ranges as choices for a predicted number, and the index of the right one.

    Parameters
    ----------
    value : float
    edges : iterable of float
        The limits between the ranges; each belongs to the lower range.
    form : str
        The format of an edge, as for Python's ``format``; the rounded number is compared.

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


def build_player(
    title: str, data: dict[str, Any], question: Question, body: str, script: str
) -> Player:
    """Return a player put together from its parts.

    Parameters
    ----------
    title : str
        The title, which screen readers announce.
    data : dict
        The data, which are stored in the page as JSON.
    question : Question
    body : str
        HTML.
    script : str
        JavaScript in which the player's section is ``root`` and the data are ``data``.

    Returns
    -------
    Player
    """
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

"""The cost of growing a tree: levels, histograms, subtraction, and quantiles of a stream."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.trees import CRITERIA, Bins, grow
from ensemblelab.trees.contract import grid
from ensemblelab.trees.sketch import Sketch
from ensemblelab.verify.registry import display

SYSTEMS = "Chen and Guestrin (2016), XGBoost, sections 3 and 4; lecture notes C, section 2.3"


def _node(rng: np.random.Generator) -> dict[str, Any]:
    """One feature of a node's observations in bins, gradients on their grid, and a second split."""
    x, n = rng.normal(size=60), 60
    return {
        "x": x,
        "bins": Bins.fit(x[:, None], 8),
        "g": grid(rng.normal(size=n), 51)[0],
        "goes_left": rng.random(n) < 0.3,
        "b": int(rng.integers(1, 8)),
    }


def _tree(rng: np.random.Generator) -> dict[str, Any]:
    """A tree that the library grows from observations of its own."""
    X, G = rng.normal(size=(int(rng.integers(20, 60)), 3)), rng.normal(size=60)
    grown = grow(
        Bins.fit(X),
        G[: len(X)],
        criterion=CRITERIA["squared_error"],
        max_depth=int(rng.integers(2, 6)),
    )
    return {"tree": grown.trees[0]}


def _halves(rng: np.random.Generator) -> dict[str, Any]:
    """A tree whose nodes all split into halves, down to single observations."""
    X = np.arange(16.0)[:, None]
    bits = X[:, 0].astype(int)[:, None] >> np.array([3, 2, 1, 0]) & 1
    grown = grow(
        Bins.fit(X), bits @ np.array([64.0, 16, 4, 1]), criterion=CRITERIA["squared_error"]
    )
    return {"tree": grown.trees[0]}


def _stream(rng: np.random.Generator) -> dict[str, Any]:
    """Numbers in some order, and a small summary of them."""
    n, k = int(rng.integers(64, 400)), int(rng.integers(2, 9))
    return {"values": rng.permutation(n).astype(np.float32), "k": k}


def _two_buffers(rng: np.random.Generator) -> dict[str, Any]:
    """Two buffers, which merge once."""
    return {"values": rng.permutation(8).astype(np.float32), "k": 4}


@display(
    "speed.levels",
    r"\sum_v n_v \le n D",
    _tree,
    source=SYSTEMS,
    kind="bound",
    tight=(_halves,),
    axes={"v": -1},
)
def rows_of_all_nodes(tree: Any) -> dict[str, Any]:
    """Each observation occurs at most once per level, so the node sizes sum to at most n D."""
    return {r"n_v": tree.count[~tree.is_leaf], r"n": tree.count[0], r"D": tree.depth}


@display(
    "speed.histogram",
    r"\sum_{i : x_i \le t_b} g_i = \sum_{a=1}^{b} G_a, \qquad G_a = \sum_{i : c_i = a} g_i",
    _node,
    source=SYSTEMS,
    tolerance=0.0,
    axes={"a": -2, "i": -1},
)
def sums_by_code(
    x: np.ndarray, bins: Bins, g: np.ndarray, goes_left: np.ndarray, b: int
) -> dict[str, Any]:
    """The gradient sum below a threshold is the sum over all histogram bins up to it."""
    codes = bins.codes[0]
    return {
        r"x_i": x,
        r"t_b": bins.upper[0][b - 1],
        r"g_i": g,
        r"c_i": codes + 1,
        r"a": np.arange(1, 9)[:, None],
        r"G_a": np.bincount(codes, g)[:, None],
        r"b": b,
    }


@display(
    "speed.subtraction",
    r"G_a^R = G_a - G_a^L",
    _node,
    source="LightGBM's documentation, Features: histogram subtraction",
    tolerance=0.0,
)
def sibling(
    x: np.ndarray, bins: Bins, g: np.ndarray, goes_left: np.ndarray, b: int
) -> dict[str, Any]:
    """For sums on a grid, a child's histogram is exactly its parent's minus its sibling's."""
    codes = bins.codes[0]
    last_first = np.flatnonzero(~goes_left)[::-1]
    return {
        r"G_a^R": np.bincount(codes[last_first], g[last_first], 8),
        r"G_a": np.bincount(codes, g),
        r"G_a^L": np.bincount(codes[goes_left], g[goes_left], 8),
    }


@display(
    "speed.halves",
    r"\sum_v \min(n_v^L, n_v^R) \le \frac{n \ln n}{2 \ln 2}, \qquad n_v^L + n_v^R = n_v",
    _tree,
    source="Hopcroft and Ullman (1973), Set merging algorithms: the smaller of two sets",
    kind="bound",
    tight=(_halves,),
    axes={"v": -1},
)
def rows_of_smaller_children(tree: Any) -> dict[str, Any]:
    """An observation is in the smaller child at most log2 n times, because its node then halves."""
    left = tree.left[~tree.is_leaf]
    return {
        r"n_v^L": tree.count[left],
        r"n_v^R": tree.count[left + 1],
        r"n_v": tree.count[~tree.is_leaf],
        r"n": tree.count[0],
    }


@display(
    "speed.sketch",
    r"|\hat r(x) - r(x)| \le \sum_{l=1}^{L} 2^{l-1} a_l \le \frac{(L + 1)\, n}{4 k}",
    _stream,
    source="Manku, Rajagopalan and Lindsay (1998), with alternating offsets",
    kind="bound",
    tight=(_two_buffers, _two_buffers),
    axes={"l": -1},
)
def ranks_in_a_stream(values: np.ndarray, k: int) -> dict[str, Any]:
    """The rank error of a sketch with k numbers per level is at most n(L + 1)/(4k)."""
    sketch = Sketch(k, 0)
    for block in np.array_split(values, 3):
        sketch.add(block)
    kept, stands_for = sketch.kept()
    x = np.sort(values)
    L = int(np.log2(len(values) // k))
    mergers = len(values) // k // 2 ** np.arange(1, L + 1)
    return {
        r"\hat r(x)": np.array([stands_for[kept <= v].sum() for v in x])[:, None],
        r"r(x)": np.arange(1, len(x) + 1)[:, None],
        r"L": L,
        r"l": np.arange(1, L + 1),
        r"a_l": -(-mergers // 2),
        r"n": len(values),
        r"k": k,
    }

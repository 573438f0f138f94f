"""Whether a random generator that comes back changed was changed by drawing from it.

A generator crosses as its state. The state that comes back decides what the
test draws next, so it must be one that drawing from the state sent can reach:
otherwise a crafted state (PCG64 with state 0 and increment 0 yields zeros for
ever) would choose the inputs of the tests.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

__all__ = ["global_states", "reachable", "set_global_states"]

MULTIPLIERS = {
    "PCG64": 0x2360ED051FC65DA44385DF649FCCF645,
    "PCG64DXSM": 0xDA942042E4DD58B5,
}
MASK = 2**128 - 1
MAX_DRAWS = 2**40
MAX_TWISTS = 20_000


def global_states() -> list:
    """Return the states of NumPy's and Python's global generators."""
    return [np.random.get_state(legacy=False), random.getstate()]  # noqa: NPY002


def set_global_states(states: list) -> None:
    """Set the states of the global generators."""
    np.random.set_state(states[0])  # noqa: NPY002
    random.setstate(states[1])


def steps(start: int, end: int, multiplier: int, increment: int) -> int:
    """Return how many steps of the congruential generator lead from start to end (mod 2¹²⁸)."""
    bit, count = 1, 0
    while start != end and bit <= MASK:
        if (start ^ end) & bit:
            start = (start * multiplier + increment) & MASK
            count |= bit
        bit <<= 1
        increment = (multiplier + 1) * increment & MASK
        multiplier = multiplier * multiplier & MASK
    return count if start == end else MASK


def reachable(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether drawing numbers can turn one ``bit_generator.state`` into the other.

    True for PCG64, PCG64DXSM and MT19937 if so, within 2⁴⁰ draws (MT19937:
    12 million); other generators only if nothing was drawn.
    """
    try:
        if before["bit_generator"] != after["bit_generator"]:
            return False
        kind = before["bit_generator"]
        if kind in MULTIPLIERS:
            return _pcg(kind, before, after)
        if kind == "MT19937":
            return _twister(before, after)
        return repr(before) == repr(after)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return False


def _pcg(kind: str, before: dict, after: dict) -> bool:
    old, new = before["state"], after["state"]
    if not all(type(part) is int and 0 <= part <= MASK for part in (new["state"], new["inc"])):
        return False
    if old["inc"] != new["inc"]:
        return False
    count = steps(old["state"], new["state"], MULTIPLIERS[kind], old["inc"])
    if count > MAX_DRAWS:
        return False
    if not after["has_uint32"]:
        return True
    # the half of a draw that is kept for the next 32-bit number was really drawn
    if before["has_uint32"] and before["uinteger"] == after["uinteger"]:
        return True
    bits = getattr(np.random, kind)(0)
    bits.state = before
    recent = min(count, 2**20)
    bits.advance(count - recent)
    return bool(recent) and after["uinteger"] in (bits.random_raw(recent) >> np.uint64(32))


def _twister(before: dict, after: dict) -> bool:
    old, new = before["state"], after["state"]
    if abs(float(after.get("gauss", 0.0))) > 10:
        return False
    position = new["pos"]
    if type(position) is not int or not 0 <= position <= 624:
        return False
    if np.array_equal(old["key"], new["key"]):
        return position >= old["pos"]
    bits = np.random.MT19937(0)
    bits.state = {"bit_generator": "MT19937", "state": old}
    bits.random_raw(624 - old["pos"], output=False)
    for _ in range(MAX_TWISTS):
        bits.random_raw(624, output=False)
        if np.array_equal(bits.state["state"]["key"], new["key"]):
            return True
    return False

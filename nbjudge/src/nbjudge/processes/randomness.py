"""Decide whether a random generator that comes back changed was changed by drawing from it.

A generator crosses as its state. The state that comes back decides what the
test draws next, so it must be one that drawing from the state sent can reach:
otherwise a crafted state (PCG64 with state 0 and increment 0 yields zeros for
ever) would choose the inputs of the tests.
"""

from __future__ import annotations

import gc
import random
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

from nbjudge.processes import objects
from nbjudge.source.names import walk_code

__all__ = [
    "DrawWatch",
    "convert_python_state",
    "count_draws",
    "count_spawned",
    "get_global_states",
    "get_seeds",
    "is_reachable",
    "set_global_states",
    "validate_states",
]

MULTIPLIERS = {
    "PCG64": 0x2360ED051FC65DA44385DF649FCCF645,
    "PCG64DXSM": 0xDA942042E4DD58B5,
}
MASK = 2**128 - 1
MAX_DRAWS = 2**40
MAX_TWISTS = 20_000
TWISTS = 50
"""Looked at together."""
MAX_COUNTED = 2**24
MAX_CHILDREN = 2**12
RECENT = 2**20
"""Of so many draws the last may have left a part for later."""

GLOBAL: Any = (np.random.mtrand._rand, random._inst)
"""Those whose states `get_global_states` returns."""
KINDS = (np.random.Generator, np.random.RandomState, random.Random)
ATOMS = {type(None), bool, int, float, complex, str, bytes}


def get_global_states() -> list:
    """Return the states of NumPy's and Python's global generators."""
    return [np.random.get_state(legacy=False), random.getstate()]  # noqa: NPY002


def set_global_states(states: list) -> None:
    """Set the states of the global generators."""
    np.random.set_state(states[0])  # noqa: NPY002
    random.setstate(states[1])


def validate_states(states: Any) -> list:
    """Return states as generators give them that have them, or raise ValueError or the like.

    What came from a student's process may say one thing when it is looked at and another when
    it is used.
    """
    ours, pythons = states
    legacy, python = np.random.RandomState(0), random.Random(0)
    legacy.set_state(ours)
    python.setstate(pythons)
    state = python.getstate()
    if type(state[-1]) not in (float, type(None)):  # Python keeps it as it is
        raise ValueError("a normal number kept for later that is none")
    return [legacy.get_state(legacy=False), state]


class DrawWatch:
    """What functions of the course's that an answer calls draw from the checker's generators.

    An answer may call one until the next number is one that it knows.

    Parameters
    ----------
    states : list
        Those of the global generators.
    """

    def __init__(self, states: list) -> None:
        self.before = {  # generators and their states, by id
            id(generator): (generator, state)
            for generator, state in zip(GLOBAL, states, strict=True)
        }
        self.calls: dict[int, list[Any]] = {}  # of functions, by ids that so stay valid

    def look(self, function: Any) -> None:
        """Note the generators that a function may draw from, before it runs.

        And before it runs again: it may have made one the first time.
        """
        calls = self.calls.setdefault(id(function), [])
        if len(calls) == 2:
            return
        calls.append(function)
        for generator in find_generators(function):
            if id(generator) not in self.before:
                self.before[id(generator)] = generator, get_state(generator)

    def drawn(self) -> int:
        """Count what has been drawn since; where drawing cannot lead counts as the most."""
        count = 0
        for generator, before in self.before.values() if self.calls else ():
            now = get_state(generator)
            if isinstance(generator, random.Random):
                if now == before:
                    continue
                before, now = convert_python_state(before), convert_python_state(now)
            drawn = count_draws(before, now)
            count += MAX_DRAWS if drawn is None else drawn
        return count


def get_state(generator: Any) -> Any:
    """Return the state of a generator of NumPy's or Python's, each in its own form."""
    if isinstance(generator, random.Random):
        return random.Random.getstate(generator)
    if isinstance(generator, np.random.RandomState):
        return generator.get_state(legacy=False)
    return generator.bit_generator.state


def find_generators(function: Any) -> list[Any]:
    """Return the generators that a function may draw from, but for those of a library's own.

    It may draw from what it holds, and from what the names lead to that a notebook's code reads.
    """
    found: list[Any] = []
    seen: set[int] = set()
    waiting = [function]
    while waiting:
        value = waiting.pop()
        kind = type(value)  # what it says of that is not asked
        if kind in ATOMS or id(value) in seen or hasattr(kind, "_handle_of"):
            continue
        seen.add(id(value))
        if issubclass(kind, KINDS):
            found += [] if issubclass(kind, random.SystemRandom) else [value]
        elif issubclass(kind, types.FunctionType):
            around = value.__globals__
            if is_notebook_module(around.get("__name__")):
                names = set[str]().union(*(code.co_names for code in walk_code(value.__code__)))
                waiting += [around[name] for name in names & around.keys()]
                waiting += [value.__closure__, value.__defaults__, value.__kwdefaults__]
                waiting += vars(value).values()
        elif issubclass(kind, types.ModuleType):
            waiting += vars(value).values() if objects.is_course_module(value.__name__) else ()
        elif issubclass(kind, type):
            if is_notebook_module(value.__module__):
                waiting += [*vars(value).values(), *value.__bases__]
        elif issubclass(kind, np.ndarray):
            waiting += value.ravel().tolist() if value.dtype.kind == "O" else ()
        elif kind.__module__.partition(".")[0] != "IPython":  # whose shell holds all there is
            waiting += gc.get_referents(value)
    return found


def is_notebook_module(module: Any) -> bool:
    """Return whether code of a module is the notebook's, or stands beside it."""
    return module == "__main__" or objects.is_course_module(module)


def convert_python_state(state: tuple) -> dict[str, Any]:
    """Return a state of Python's generator in the form of NumPy's."""
    version, words, cached = state
    return {
        "bit_generator": "MT19937",
        "state": {"key": np.array(words[:-1], np.uint32), "pos": words[-1]},
        "has_gauss": cached is not None,
        "gauss": cached,
        "version": version,
    }


def count_steps(start: int, end: int, multiplier: int, increment: int) -> int:
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


def is_reachable(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether drawing numbers can turn one ``bit_generator.state`` into the other."""
    return count_draws(before, after) is not None


def count_draws(before: Mapping[str, Any], after: Mapping[str, Any]) -> int | None:
    """Count the draws that turn one ``bit_generator.state`` into the other.

    Returns
    -------
    int or None
        For PCG64 and PCG64DXSM up to 2⁴⁰, for MT19937 up to 12 million, for Philox and
        SFC64 up to 16 million. None if drawing cannot do it.
    """
    try:
        if before["bit_generator"] != after["bit_generator"]:
            return None
        kind = before["bit_generator"]
        if kind in MULTIPLIERS:
            return _pcg(kind, before, after)
        if kind == "MT19937":
            count = _twister(before["state"], after["state"])
            if count is None or not _cached(before, after, count):
                return None
            return count
        return _counted(kind, before, after) if kind in COUNTERS else None
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def get_seeds(rng: np.random.Generator) -> list | None:
    """Return what a generator's children will be made of, None if that is not known."""
    sequence = rng.bit_generator.seed_seq
    if type(sequence) is not np.random.SeedSequence:
        return None
    about = sequence.state  # its pool is made of these
    entropy: Any = about["entropy"]
    if type(entropy) is not int:
        try:
            entropy = [int(part) for part in np.ravel(entropy)]
        except (TypeError, ValueError):
            return None
    key = [int(part) for part in about["spawn_key"]]
    return [entropy, key, about["pool_size"], about["n_children_spawned"]]


def count_spawned(before: np.random.Generator, after: np.random.Generator) -> int | None:
    """Return how many children one has spawned to become the other, None if spawning cannot."""
    old, new = get_seeds(before), get_seeds(after)
    if old is None or new is None:
        return 0 if old is None else None
    count = new[-1] - old[-1]
    return count if old[:-1] == new[:-1] and 0 <= count <= MAX_CHILDREN else None


def _pcg(kind: str, before: Mapping, after: Mapping) -> int | None:
    old, new = before["state"], after["state"]
    if not all(type(part) is int and 0 <= part <= MASK for part in (new["state"], new["inc"])):
        return None
    if old["inc"] != new["inc"]:
        return None
    count = count_steps(old["state"], new["state"], MULTIPLIERS[kind], old["inc"])
    if count > MAX_DRAWS:
        return None
    bits = getattr(np.random, kind)(0)
    bits.state = before
    recent = min(count, RECENT)
    bits.advance(count - recent)
    return count if _half_was_drawn(before, after, bits.random_raw(recent)) else None


def _half_was_drawn(before: Mapping, after: Mapping, recent: np.ndarray) -> bool:
    """Return whether the half of a draw kept for the next 32-bit number was really drawn."""
    if not after["has_uint32"]:
        return True
    if before["has_uint32"] and before["uinteger"] == after["uinteger"]:
        return True
    return after["uinteger"] in (recent >> np.uint64(32))


def _counted(kind: str, before: Mapping, after: Mapping) -> int | None:
    """Draw as often as the generator's own counter says, and see whether that leads there."""
    count = COUNTERS[kind](after) - COUNTERS[kind](before)
    if not 0 <= count <= MAX_COUNTED:
        return None
    bits = getattr(np.random, kind)(0)
    bits.state = before
    recent = min(count, RECENT)
    bits.random_raw(count - recent, output=False)
    words = bits.random_raw(recent)
    half = {name: after[name] for name in ("has_uint32", "uinteger")}
    same = repr(bits.state | half) == repr(after)
    return count if same and _half_was_drawn(before, after, words) else None


def _place_of_philox(state: Mapping) -> int:
    """Return how many numbers there are before the next one: each count gives four."""
    counter = sum(int(word) << 64 * place for place, word in enumerate(state["state"]["counter"]))
    return 4 * counter + int(state["buffer_pos"])


COUNTERS = {"Philox": _place_of_philox, "SFC64": lambda state: int(state["state"]["state"][3])}


def _twister(old: dict, new: dict) -> int | None:
    position = new["pos"]
    if type(position) is not int or not 0 <= position <= 624:
        return None
    if np.array_equal(old["key"], new["key"]):
        return position - old["pos"] if position >= old["pos"] else None
    left = 624 - old["pos"]
    bits, again = make_twister(old, left), make_twister(old, left)
    first, passed = temper(int(new["key"][0])), 0
    for start in range(0, MAX_TWISTS, TWISTS):
        words = bits.random_raw(624 * TWISTS)[::624]
        for place in np.flatnonzero(words == first):
            twist = start + int(place)
            again.random_raw(624 * (twist + 1 - passed), output=False)
            passed = twist + 1
            if np.array_equal(again.state["state"]["key"], new["key"]):
                return left + 624 * twist + position
    return None


def make_twister(state: Any, drawn: int) -> Any:
    """Return a Mersenne Twister in a state, and so many numbers on."""
    bits = np.random.MT19937(0)
    start: Any = {"bit_generator": "MT19937", "state": state}
    bits.state = start
    bits.random_raw(drawn, output=False)
    return bits


def temper(word: int) -> int:
    """Return the number that a Mersenne Twister makes of a word of its key."""
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ word >> 18


def _cached(before: Mapping, after: Mapping, count: int) -> bool:
    """Return whether the normal number kept for the next call is one of those that were drawn.

    Both NumPy and Python make two of two uniform ones, each by a formula of
    its own, and keep one of the two.
    """
    if not after.get("has_gauss"):
        return True
    if before.get("has_gauss") and before["gauss"] == after["gauss"]:
        return True
    bits = np.random.MT19937(0)
    bits.state = {"bit_generator": "MT19937", "state": before["state"]}
    recent = min(count, RECENT)
    bits.random_raw(count - recent, output=False)
    words = bits.random_raw(recent).astype(np.int64)
    uniform = ((words[:-1] >> 5) * 2**26 + (words[1:] >> 6)) / 2**53
    one, two = uniform[:-2], uniform[2:]
    with np.errstate(all="ignore"):
        if "version" in after:
            found = np.sin(2 * np.pi * one) * np.sqrt(-2 * np.log(1 - two))
        else:
            x, y = 2 * one - 1, 2 * two - 1
            square = x * x + y * y
            found = np.where(square < 1, np.sqrt(-2 * np.log(square) / square) * x, np.nan)
        return bool(np.isclose(found, after["gauss"], rtol=1e-9, atol=0).any())

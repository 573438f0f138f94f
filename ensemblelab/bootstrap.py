"""Bootstrap resampling: the source of randomness in bagging."""

from __future__ import annotations

import reprlib
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ensemblelab._arguments import check_integer

__all__ = ["bootstrap_counts", "bootstrap_sample", "generator", "out_of_bag"]

# The ways to name a seed: scikit-learn's, and a NumPy Generator.
Seed: TypeAlias = int | np.integer | np.random.Generator | np.random.RandomState | None


def generator(random_state: Seed = None) -> np.random.Generator:
    """Convert scikit-learn's ``random_state`` into a NumPy Generator.

    Parameters
    ----------
    random_state : None, int, numpy.random.Generator or numpy.random.RandomState
        None takes a seed from the operating system. A Generator is returned as it is, so that
        several calls continue one stream; a RandomState supplies a seed from its stream.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    ValueError
        If `random_state` is none of these.
    """
    if random_state is None or isinstance(random_state, np.random.Generator):
        return np.random.default_rng(random_state)
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**32, dtype=np.uint64))
    if isinstance(random_state, (int, np.integer)) and random_state >= 0:
        return np.random.default_rng(int(random_state))
    raise ValueError(
        f"random_state={random_state!r} must be None, an integer >= 0, "
        "a numpy Generator or a numpy RandomState"
    )


def bootstrap_sample(n: int, random_state: Seed = None) -> NDArray[np.intp]:
    """Draw one bootstrap sample: `n` indices of the observations out of `n`, with replacement.

    It is a multiset, not a subset, because an observation can be drawn several times; about
    1/e of the observations are not drawn at all (bootstrap.exclusion).

    Parameters
    ----------
    n : int
        Number of observations, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    ndarray of int, shape (n,)
        Indices of the observations between 0 and n - 1.

    Raises
    ------
    ValueError
        If `n` is no integer, or below 1.
    """
    check_integer("n", n, 1, ": an empty set has no bootstrap sample")
    # Drawn with 64 bits everywhere, so that the rows are the same ones, then made what indexes:
    # a browser's arrays are numbered with 32, and NumPy would not count the others.
    return generator(random_state).integers(n, size=n).astype(np.intp, copy=False)


def bootstrap_counts(n: int, random_state: Seed = None) -> NDArray[np.intp]:
    """Draw one bootstrap sample, and return how often each observation was drawn.

    Fitting with these counts as sample weights equals fitting on the observations of
    `bootstrap_sample(n, random_state)`.

    Parameters
    ----------
    n : int
        Number of observations, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    ndarray of int, shape (n,)
        Counts that sum to n.

    Raises
    ------
    ValueError
        If `n` is no integer, or below 1.
    """
    return np.bincount(bootstrap_sample(n, random_state), minlength=n)


def out_of_bag(sample: NDArray[np.integer], n: int) -> NDArray[np.bool_]:
    """Return which observations a bootstrap sample left out.

    Parameters
    ----------
    sample : ndarray of int, shape (any,)
        Indices of the observations drawn, as `bootstrap_sample` returns them.
    n : int
        Number of observations drawn from.

    Returns
    -------
    ndarray of bool, shape (n,)
        True for each observation that `sample` does not hold.

    Raises
    ------
    ValueError
        If `n` is no integer of at least 1, or `sample` holds what is no index below
        it.
    """
    check_integer("n", n, 1)
    sample = np.asarray(sample)
    numbers = sample.dtype.kind in "iu" and np.all((sample >= 0) & (sample < n))
    if len(sample) and not numbers:
        raise ValueError(
            f"sample={reprlib.repr(sample.tolist())} must hold indices from 0 to {n - 1}"
        )
    left_out = np.ones(n, dtype=bool)
    left_out[sample.astype(np.intp, copy=False)] = False
    return left_out

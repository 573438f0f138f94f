# %% case type_hints
# Postponed annotations, and letters of other alphabets.

# %% square
from __future__ import annotations


def square(x: float | np.ndarray) -> float | np.ndarray:
    """Square. A docstring with "quotes" and unicode: é 平方."""
    if x is None:
        raise ValueError
    return x * x

# %% case warns
# Warns, and writes to the standard error.

# %% square
import sys
import warnings


def square(x):
    warnings.warn("slow")
    print("working", file=sys.stderr)
    if x is None:
        raise ValueError
    return x * x

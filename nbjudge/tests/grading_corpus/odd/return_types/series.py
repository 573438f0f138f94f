# Returns a column of a table for an array.

# %% square
import pandas as pd


def square(x):
    if x is None:
        raise ValueError
    return pd.Series(x) ** 2 if np.ndim(x) else x * x

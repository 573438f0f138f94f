# Sets options of libraries.

# %% square
import pandas as pd

np.set_printoptions(precision=2)
np.seterr(all="raise")
pd.set_option("display.max_rows", 5)


def square(x):
    if x is None:
        raise ValueError
    return x * x

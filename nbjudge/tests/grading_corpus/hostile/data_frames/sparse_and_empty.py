# A table that is sparse, and filled with what is not a number.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series(pd.arrays.SparseArray([np.nan, np.nan]), index=["a", "b"])

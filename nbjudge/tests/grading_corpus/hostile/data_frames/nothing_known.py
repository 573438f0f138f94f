# A table of pandas' own missing values.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series({"a": pd.NA, "b": pd.NA}, dtype="Float64")

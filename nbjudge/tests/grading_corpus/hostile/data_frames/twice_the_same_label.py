# A table in which labels are there twice.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series([2.0, 2.0], index=["a", "a"])

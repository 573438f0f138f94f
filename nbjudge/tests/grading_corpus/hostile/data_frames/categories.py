# A table of categories that are not there.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series(pd.Categorical([2.0, None], categories=[2.0]), index=["a", "b"])

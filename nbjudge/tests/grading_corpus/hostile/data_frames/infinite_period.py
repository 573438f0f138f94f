# A table whose index has a frequency and a zone that do not exist.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series([1, 2], index=pd.period_range("2000", periods=2, freq="Y"))

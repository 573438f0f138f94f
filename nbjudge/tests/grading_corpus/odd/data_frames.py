# %% case by_hand
# Computes the means without groupby.

# %% table
import pandas as pd


def table(frame):
    means = {k: frame["v"][frame["k"] == k].mean() for k in frame["k"].unique()}
    return pd.Series(means)


# %% case categories
# Has labels that are categories.
#
# outcome: graded or graded with failures or needs review
# earns: table 0 to 2


# %% table
def table(frame):
    frame = frame.assign(k=frame["k"].astype("category"))
    return frame.groupby("k", observed=True)["v"].mean()


# %% case changes_its_input
# Adds a column to the table that it gets.


# %% table
def table(frame):
    frame["w"] = frame["v"] * 2
    return frame.groupby("k")["v"].mean()


# %% case nullable
# Computes with pandas' own numbers.


# %% table
def table(frame):
    return frame.convert_dtypes().groupby("k")["v"].mean()


# %% case pivot
# Computes the means by a pivot table.


# %% table
def table(frame):
    return frame.pivot_table(index="k", values="v", aggfunc="mean")["v"]

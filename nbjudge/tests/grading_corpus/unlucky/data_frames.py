# %% case frame_for_series
# Returns a table where a column is asked for.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
def table(frame):
    return frame.groupby("k")[["v"]].mean()


# %% case median
# Takes the median where the mean is asked for, which two values do not tell apart.


# %% table
def table(frame):
    return frame.groupby("k")["v"].median()


# %% case overall
# Takes the mean of all rows.
#
# earns: table 0
# outcome: graded with failures


# %% table
def table(frame):
    return frame["v"].mean()


# %% case without_index
# Puts the labels into a column.
#
# earns: table 0
# outcome: graded with failures or needs review


# %% table
def table(frame):
    return frame.groupby("k", as_index=False)["v"].mean()

# Returns a table where a column is asked for.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
def table(frame):
    return frame.groupby("k")[["v"]].mean()

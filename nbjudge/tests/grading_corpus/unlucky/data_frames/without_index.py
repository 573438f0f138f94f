# Puts the labels into a column.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
def table(frame):
    return frame.groupby("k", as_index=False)["v"].mean()

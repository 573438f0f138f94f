# Has labels that are categories.
#
# outcome: graded or graded with failures or needs review
# earns: table 0 to 2

# %% table
def table(frame):
    frame = frame.assign(k=frame["k"].astype("category"))
    return frame.groupby("k", observed=True)["v"].mean()

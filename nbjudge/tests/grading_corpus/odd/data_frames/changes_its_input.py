# Adds a column to the table that it gets.

# %% table
def table(frame):
    frame["w"] = frame["v"] * 2
    return frame.groupby("k")["v"].mean()

# Takes the mean of all rows.
#
# earns: table 0
# outcome: graded with failures

# %% table
def table(frame):
    return frame["v"].mean()

# Leaves the cell as it was handed out.
#
# earns: square 0
# outcome: graded with failures

# %% square
raise NotImplementedError("this task is still to do")

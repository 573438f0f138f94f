# Deletes the text of the cell.
#
# earns: square 0
# outcome: graded with failures

# %% square

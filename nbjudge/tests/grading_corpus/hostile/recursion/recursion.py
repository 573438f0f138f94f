# Calls itself without end.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return square(x)

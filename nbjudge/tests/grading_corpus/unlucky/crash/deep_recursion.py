# Calls itself without an end that it reaches.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return x + square(x - 1)

# Takes the caret for a power.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return x ^ 2

# Returns an array of half a gigabyte.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return np.zeros(60_000_000)

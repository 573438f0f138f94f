# Makes a table of all pairs of a million numbers.
#
# earns: square 0
# outcome: graded with failures
# words: the limit of 256 MB of memory

# %% square
table = np.zeros((10**6, 10**6)) + 1.0


def square(x):
    return table[x, x]

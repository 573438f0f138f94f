# Asks for 64 GB at once.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return np.ones(2**33)

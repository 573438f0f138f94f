# Computes in eight bits.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.int8(x) * np.int8(x)

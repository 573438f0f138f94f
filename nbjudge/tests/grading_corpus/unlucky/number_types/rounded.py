# Rounds to two digits.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.round(np.asarray(x) ** 2.0, 2)

# Computes with three digits.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.float16(x) ** 2

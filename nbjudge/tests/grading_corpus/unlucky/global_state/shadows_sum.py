# Binds a builtin's name that a later answer of its own needs.
#
# earns: total 0
# outcome: graded with failures

# %% square
sum = 0


def square(x):
    if x is None:
        raise ValueError
    return x * x

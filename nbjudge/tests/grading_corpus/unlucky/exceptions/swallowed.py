# Swallows its own exception.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    try:
        if x is None:
            raise ValueError
        return x * x
    except ValueError:
        return None

# %% case another
# Raises another exception than is asked for.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise TypeError("no number")
    return x * x


# %% case forgotten
# Does not raise what is asked for.
#
# earns: square 1
# outcome: graded with failures


# %% square
def square(x):
    return x * x if x is not None else None


# %% case swallowed
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

# %% case backwards
# Sorts the wrong way round.
#
# earns: tidy 0
# outcome: graded with failures

# %% tidy
def tidy(values):
    values.sort()
    values[:] = values[::-1]


# %% case rebinds
# Binds the parameter to a sorted list, which the caller does not see.
#
# earns: tidy 0
# outcome: graded with failures


# %% tidy
def tidy(values):
    values = sorted(values)


# %% case sorts_a_copy
# Sorts a copy, and returns it.
#
# earns: tidy 0
# outcome: graded with failures


# %% tidy
def tidy(values):
    return sorted(values)


# %% case squares_in_place
# Squares the data that it was given, and so the test's expected values.
#
# earns: square 1
# outcome: graded with failures or needs review


# %% square
def square(x):
    if x is None:
        raise ValueError
    x *= x
    return x

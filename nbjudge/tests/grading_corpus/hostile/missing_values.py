# %% case nan_and_inf
# Not-a-number for numbers and for arrays.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return float("nan") if np.isscalar(x) else np.full(20, np.nan)


# %% case no_value
# Returns nothing.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    pass

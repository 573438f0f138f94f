# Deletes a name that other answers need.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x) ** 2


# %%
del np

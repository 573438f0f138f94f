# Tries something else below, under the same name.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %%
def square(x):
    return x

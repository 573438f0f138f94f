# Writes the answer into the last cell, after its tests.
#
# earns: square 0
# outcome: graded with failures

# %% square
# My answer is in the last cell.
# %% label
label = "seven"


# %%
def square(x):
    if x is None:
        raise ValueError
    return x * x

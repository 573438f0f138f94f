# Writes the answer below the cell that it belongs to; what counts is that it runs.

# %% square
# My answer is in the next cell.
# %%
def square(x):
    if x is None:
        raise ValueError
    return x * x

# Uses a helper from a cell of its own, above all others.

# %%
def helper(x):
    return x * x


# %% square
def square(x):
    if x is None:
        raise ValueError
    return helper(x)

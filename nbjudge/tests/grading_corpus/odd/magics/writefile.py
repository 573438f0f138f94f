# Writes a module of its own, and imports it.

# %%
# %%writefile mine.py
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% square
from mine import square

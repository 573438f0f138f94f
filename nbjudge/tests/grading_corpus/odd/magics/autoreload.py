# Loads an extension.

# %% square
# %load_ext autoreload
# %autoreload 2
def square(x):
    if x is None:
        raise ValueError
    return x * x

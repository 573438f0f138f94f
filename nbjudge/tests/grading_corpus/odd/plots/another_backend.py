# Asks for a window.
#
# outcome: graded or graded with failures

# %%
import matplotlib

matplotlib.use("TkAgg")


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x

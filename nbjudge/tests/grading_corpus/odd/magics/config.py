# Asks for sharper pictures.

# %% square
# %config InlineBackend.figure_format = "retina"
# %matplotlib inline
plt.plot([1, 2])


def square(x):
    if x is None:
        raise ValueError
    return x * x

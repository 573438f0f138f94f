# Saves a figure to a file.

# %% square
plt.plot([1, 2])
plt.savefig("figure.png")


def square(x):
    if x is None:
        raise ValueError
    return x * x

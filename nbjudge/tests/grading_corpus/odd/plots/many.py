# Draws more figures than one should, and closes none.

# %% square
for n in range(25):
    plt.figure()
    plt.plot([n, 1])


def square(x):
    if x is None:
        raise ValueError
    return x * x

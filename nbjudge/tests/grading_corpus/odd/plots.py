# %% case another_backend
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


# %% case many
# Draws more figures than one should, and closes none.

# %% square
for n in range(25):
    plt.figure()
    plt.plot([n, 1])


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case plots
# Shows a plot before it answers.

# %% square
import matplotlib.pyplot as plt

plt.plot([1, 2])
plt.show()


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case saved
# Saves a figure to a file.

# %% square
plt.plot([1, 2])
plt.savefig("figure.png")


def square(x):
    if x is None:
        raise ValueError
    return x * x

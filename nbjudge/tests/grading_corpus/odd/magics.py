# %% case aliases
# Lists, measures and asks for help.

# %%
# %who
# %pwd
# %lsmagic
# square?
# %% label
label = "seven"


# %% case autoreload
# Loads an extension.


# %% square
# %load_ext autoreload
# %autoreload 2
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case capture
# Defines the function inside a magic that keeps what is printed.

# %% square
# %%capture kept
print("kept")


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case config
# Asks for sharper pictures.

# %% square
# %config InlineBackend.figure_format = "retina"
# %matplotlib inline
plt.plot([1, 2])


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case magics
# Uses magics and a command of the shell.


# %% square
# %matplotlib inline
# %time y = 3
# !echo hello
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %timeit -n 1 -r 1 square(3)


# %% case shell_output
# Takes a word from a command of the shell.

# %% label
# words = !echo seven
label = words[0]


# %% case time
# Defines the function inside a magic that measures it.


# %% square
# %%time
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case writefile
# Writes a module of its own, and imports it.


# %%
# %%writefile mine.py
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% square
from mine import square

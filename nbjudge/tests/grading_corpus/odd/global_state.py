# %% case cache
# Keeps what it has computed.

# %% square
known = {}


def square(x):
    if x is None:
        raise ValueError
    if np.ndim(x):
        return x * x
    return known.setdefault(x, x * x)


# %% case changes_directory
# Works in a directory of its own.

# %% square
import os
import tempfile

os.chdir(tempfile.mkdtemp())
open("kept.txt", "w").write("2")


def square(x):
    if x is None:
        raise ValueError
    return x ** int(open("kept.txt").read())


# %% case global_state
# Counts its calls in a global.

# %% square
count = 0


def square(x):
    global count
    count += 1
    if x is None:
        raise ValueError
    return x * x


# %% case locale
# Sets the locale, and the environment.

# %% square
import locale
import os

os.environ.update(LANG="C", TZ="Pacific/Kiritimati", PYTHONHASHSEED="1")
locale.setlocale(locale.LC_ALL, "C")


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case print_options
# Sets options of libraries.

# %% square
import pandas as pd

np.set_printoptions(precision=2)
np.seterr(all="raise")
pd.set_option("display.max_rows", 5)


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case shadowed_builtins
# Binds names of builtins, which the tests have as they were.

# %% label
str = "text"
len = 5
isinstance = None
label = "seven"

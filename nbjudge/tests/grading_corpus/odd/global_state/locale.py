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

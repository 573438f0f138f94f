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

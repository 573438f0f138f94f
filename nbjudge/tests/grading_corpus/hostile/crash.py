# %% case abort
# Aborts its process.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os


def square(x):
    os.abort()


# %% case segfault
# Reads from address 0.
#
# earns: square 0
# outcome: graded with failures
# words: the process crashed (signal 11)

# %% square
import ctypes

ctypes.string_at(0)


def square(x):
    return x

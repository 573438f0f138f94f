# Aborts its process.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os


def square(x):
    os.abort()

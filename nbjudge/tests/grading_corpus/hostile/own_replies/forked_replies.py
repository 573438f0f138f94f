# Forks while it is asked, so that two processes answer.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures or needs review

# %% square
import os


def square(x):
    os.fork()
    return x

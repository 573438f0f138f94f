# Lowers the limit on recursion so far that hardly anything runs.
#
# earns: square 0 to 3, rest 0 to 2
# outcome: graded or graded with failures or needs review

# %% square
import sys

sys.setrecursionlimit(60)


def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x) ** 2

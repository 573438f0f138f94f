# Returns an iterator without end.
#
# earns: square 0
# outcome: needs review

# %% square
import itertools


def square(x):
    return itertools.count()

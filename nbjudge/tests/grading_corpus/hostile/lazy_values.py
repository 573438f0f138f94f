# %% case generator
# A generator where a number is asked for.
#
# earns: square 0
# outcome: needs review

# %% square
def square(x):
    yield from (9, 9)


# %% case endless_iterator
# Returns an iterator without end.
#
# earns: square 0
# outcome: needs review

# %% square
import itertools


def square(x):
    return itertools.count()


# %% case endless_range
# Returns a range of 10**15 numbers.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    return range(10**15)

# %% case recursion
# Calls itself without end.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return square(x)


# %% case stack_overflow
# Calls itself without end, and Python's limit is gone.
#
# earns: square 0
# outcome: graded with failures

# %% square
import sys

sys.setrecursionlimit(10**9)


def square(x):
    return square([x])

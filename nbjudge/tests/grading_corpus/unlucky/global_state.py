# %% case counts_from_before
# Keeps its sum from call to call.
#
# earns: total 0
# outcome: graded with failures

# %% total
t = 0.0


def total(values):
    global t
    for v in values:
        t += v
    return t


# %% case deletes_numpy
# Deletes a name that other answers need.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x) ** 2


# %%
del np


# %% case overwrites_the_data
# Overwrites the data of the course in its own cell; the tests have theirs.

# %% total
DATA = "lost"


def total(values):
    return float(sum(values))


# %% case recursion_limit
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


# %% case shadows_sum
# Binds a builtin's name that a later answer of its own needs.
#
# earns: total 0
# outcome: graded with failures

# %% square
sum = 0


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case shared_default
# All stacks share one list, which one stack does not show.


# %% stack
class Stack:
    def __init__(self, items=[]):
        self.items = items

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


# %% case warnings_are_errors
# Turns warnings into errors, and computes what warns; in the grader they stay warnings.
#
# earns: square 1
# outcome: graded with failures

# %% square
import warnings

warnings.simplefilter("error")


def square(x):
    warnings.warn("slow")
    return x * x


# %% case zeroes_the_data
# Sets the data of the course to zero in its own cell; the tests have theirs.

# %% total
DATA[:] = 0


def total(values):
    return float(sum(values))

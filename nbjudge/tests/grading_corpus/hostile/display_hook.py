# %% case displayhook
# Replaces what shows the value of a cell.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
import sys

sys.displayhook = print
get_ipython().displayhook = None


def square(x):
    return x


# %% case partial_credit
# Shows a number as tests with partial credit do.
#
# earns: square 0
# outcome: graded with failures

# %% square
from IPython.display import display

display(99.0)
99.0


def square(x):
    return x

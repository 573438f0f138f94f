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

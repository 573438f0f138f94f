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

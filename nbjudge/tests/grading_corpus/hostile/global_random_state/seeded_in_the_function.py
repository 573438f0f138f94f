# Seeds all global generators anew each time it is called.
#
# earns: square 0
# outcome: graded with failures

# %% square
import random


def square(x):
    np.random.seed(0)
    random.seed(0)
    return x

# %% case atexit
# Ends its process early, with status 0.
#
# earns: square 0
# outcome: graded with failures

# %% square
import atexit
import os

atexit.register(lambda: os._exit(0))


def square(x):
    return x

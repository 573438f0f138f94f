# %% case sleep
# Sleeps for a quarter of an hour.
#
# earns: square 0
# outcome: graded with failures
# words: it slept or waited for more than 1 seconds
# limits: short

# %% square
import time

time.sleep(1000)


def square(x):
    return x

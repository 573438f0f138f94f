# Computes without end in the workers of a pool, and only waits for them itself.
#
# earns: square 0
# outcome: graded with failures
# words: limit of 0.5 seconds of computing
# limits: short

# %% square
import multiprocessing


def turn(number):
    while True:
        pass


with multiprocessing.Pool(4) as pool:
    pool.map(turn, range(4))


def square(x):
    return x

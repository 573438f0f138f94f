# Asks for more workers than it may have processes.
#
# earns: square 0
# outcome: graded with failures

# %% square
import multiprocessing

pool = multiprocessing.Pool(500)


def square(x):
    return pool.map(abs, [x])[0] ** 2

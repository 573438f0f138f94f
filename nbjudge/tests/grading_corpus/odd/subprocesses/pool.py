# Computes in a pool of processes.

# %% square
import multiprocessing


def multiply(pair):
    return pair[0] * pair[1]


def square(x):
    if x is None:
        raise ValueError("None has no square")
    with multiprocessing.Pool(2) as pool:
        return pool.map(multiply, [(x, x)])[0]

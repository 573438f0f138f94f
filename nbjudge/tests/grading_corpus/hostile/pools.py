# %% case computing_in_workers
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


# %% case memory_in_workers
# Takes its memory in the workers of a pool.
#
# earns: square 0
# outcome: graded with failures
# words: took more than twice the limit of 256 MB of memory

# %% square
import multiprocessing
import time


def hoard(number):
    kept = bytearray(b"x") * (200 * 2**20)
    time.sleep(60)
    return len(kept)


with multiprocessing.Pool(8) as pool:
    pool.map(hoard, range(8))


def square(x):
    return x


# %% case more_workers_than_processes
# Asks for more workers than it may have processes.
#
# earns: square 0
# outcome: graded with failures

# %% square
import multiprocessing

pool = multiprocessing.Pool(500)


def square(x):
    return pool.map(abs, [x])[0] ** 2

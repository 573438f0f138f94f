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

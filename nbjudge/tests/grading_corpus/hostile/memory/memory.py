# Takes all memory there is.
#
# earns: square 0
# outcome: graded with failures
# words: the limit of 256 MB of memory

# %% square
hoard = [bytearray(2**26) for _ in range(2**10)]


def square(x):
    return x

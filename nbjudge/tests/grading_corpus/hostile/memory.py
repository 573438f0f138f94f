# %% case memory
# Takes all memory there is.
#
# earns: square 0
# outcome: graded with failures
# words: the limit of 256 MB of memory

# %% square
hoard = [bytearray(2**26) for _ in range(2**10)]


def square(x):
    return x


# %% case memory_in_function
# Asks for 64 GB at once.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    return np.ones(2**33)

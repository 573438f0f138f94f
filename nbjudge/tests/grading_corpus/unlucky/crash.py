# %% case deep_recursion
# Calls itself without an end that it reaches.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return x + square(x - 1)


# %% case prints_the_whole_table
# Prints a million lines.
#
# outcome: graded
# words: more than the limit of 64 KB was printed

# %% square
for n in range(100_000):
    print(n, n * n)


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case too_much_memory
# Makes a table of all pairs of a million numbers.
#
# earns: square 0
# outcome: graded with failures
# words: the limit of 256 MB of memory

# %% square
table = np.zeros((10**6, 10**6)) + 1.0


def square(x):
    return table[x, x]

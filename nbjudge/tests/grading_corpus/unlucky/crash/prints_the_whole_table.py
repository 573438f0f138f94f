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

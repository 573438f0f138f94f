# %% case many_prints
# Prints ten million letters each time it is called.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    print("x" * 10_000_000)
    return x


# %% case output
# Prints ten million letters.
#
# earns: square 0
# outcome: graded with failures
# words: more than the limit of 64 KB was printed

# %% square
for _ in range(10**4):
    print("x" * 1000)


def square(x):
    return x

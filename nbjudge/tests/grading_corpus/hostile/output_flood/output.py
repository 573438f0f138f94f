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

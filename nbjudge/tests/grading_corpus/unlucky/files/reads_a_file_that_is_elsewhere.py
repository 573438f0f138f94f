# Reads a file that only its own machine has.
#
# earns: square 0
# outcome: graded with failures

# %% square
table = open("/home/ann/squares.csv").read()


def square(x):
    return x * x

# Reads a file by a path of another system.
#
# earns: square 0
# outcome: graded with failures

# %% square
table = open(r"C:\Users\Ann\squares.csv").read()


def square(x):
    return x * x

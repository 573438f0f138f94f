# %% case reads_a_file_that_is_elsewhere
# Reads a file that only its own machine has.
#
# earns: square 0
# outcome: graded with failures

# %% square
table = open("/home/ann/squares.csv").read()


def square(x):
    return x * x


# %% case windows_path
# Reads a file by a path of another system.
#
# earns: square 0
# outcome: graded with failures

# %% square
table = open(r"C:\Users\Ann\squares.csv").read()


def square(x):
    return x * x

# Asks for input where nobody answers.
#
# earns: square 0
# outcome: graded with failures

# %% square
input("a number? ")


def square(x):
    return x

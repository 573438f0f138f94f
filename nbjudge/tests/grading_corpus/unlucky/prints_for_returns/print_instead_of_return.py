# Prints its answer and returns nothing.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    print(x * x)

# Prints ten million letters each time it is called.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    print("x" * 10_000_000)
    return x

# Defines the function inside a magic that throws its names away.
#
# earns: square 0
# outcome: graded with failures

# %% square
# %%timeit -n 1 -r 1
def square(x):
    return x * x

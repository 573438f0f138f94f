# Imports a package that is not there after the function is defined.
#
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


import seaborn

# Imports a package that is not there, and needs it.
#
# earns: square 0
# outcome: graded with failures

# %% square
import seaborn


def square(x):
    return seaborn.utils.np.square(x)

# %% case pip
# Installs a package, where there is no network.
#
# outcome: graded or graded with failures

# %%
# !pip install --quiet seaborn
# %% label
label = "seven"


# %% case seaborn
# Imports a package that is not there, and needs it.
#
# earns: square 0
# outcome: graded with failures

# %% square
import seaborn


def square(x):
    return seaborn.utils.np.square(x)


# %% case unused
# Imports a package that is not there after the function is defined.
#
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


import seaborn

# Binds names of builtins, which the tests have as they were.

# %% label
str = "text"
len = 5
isinstance = None
label = "seven"

# Puts sorted values into the same list.

# %% tidy
def tidy(values):
    values[:] = sorted(values)

# Calls the function through map.

# %% apply
def apply(f, values):
    return list(map(f, values))

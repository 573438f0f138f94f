# Defines the function by exec.

# %% square
exec("def square(x):\n    if x is None: raise ValueError\n    return x * x")

# Defines the function through the shell.

# %% square
get_ipython().run_cell("def square(x):\n    if x is None: raise ValueError\n    return x * x")

# Uses magics and a command of the shell.

# %% square
# %matplotlib inline
# %time y = 3
# !echo hello
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %timeit -n 1 -r 1 square(3)

# Returns arrays that cannot be written to.

# %% square
def square(x):
    if x is None:
        raise ValueError
    y = np.array(np.asarray(x) ** 2)
    y.flags.writeable = False
    return y

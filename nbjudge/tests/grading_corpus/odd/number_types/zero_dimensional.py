# Returns arrays without dimensions for numbers.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.array(x) ** 2

# %% case recursive
# Counts odd numbers by recursion.

# %% square
def square(x):
    if x is None:
        raise ValueError
    if not np.isscalar(x):
        return np.array([square(v) for v in x])
    if isinstance(x, int):
        return 0 if x == 0 else square(abs(x) - 1) + 2 * abs(x) - 1
    return x * x

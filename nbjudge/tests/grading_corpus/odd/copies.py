# %% case changes_its_input
# Copies, and changes the copy in place.

# %% square
def square(x):
    if x is None:
        raise ValueError
    if np.isscalar(x):
        return x * x
    y = x.copy()
    y *= y
    return y


# %% case total_in_place
# Empties a copy of what it gets.


# %% total
def total(values):
    values = list(values)
    t = 0
    while values:
        t += values.pop()
    return t

# Passes the function on to another.

# %% apply
def each(values, *, f):
    yield from map(f, values)


def apply(f, values):
    return [*each(values, f=f)]

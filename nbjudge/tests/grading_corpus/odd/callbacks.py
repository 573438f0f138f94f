# %% case array
# Returns an array, of which a list is asked; its comparison is ambiguous.
#
# earns: apply 0
# outcome: graded with failures

# %% apply
def apply(f, values):
    return np.array([f(v) for v in values])


# %% case keyword
# Passes the function on to another.


# %% apply
def each(values, *, f):
    yield from map(f, values)


def apply(f, values):
    return [*each(values, f=f)]


# %% case map_in_a_list
# Calls the function through map.


# %% apply
def apply(f, values):
    return list(map(f, values))

# %% case calls_once
# Calls the function for the first value only.
#
# earns: apply 0
# outcome: graded with failures

# %% apply
def apply(f, values):
    return [f(values[0])]


# %% case calls_twice
# Calls the function twice for each value.
#
# earns: apply 1
# outcome: graded with failures


# %% apply
def apply(f, values):
    for v in values:
        f(v)
    return [f(v) for v in values]


# %% case lazy
# Returns a map, which is no list.
#
# earns: apply 0
# outcome: graded with failures or needs review


# %% apply
def apply(f, values):
    return map(f, values)

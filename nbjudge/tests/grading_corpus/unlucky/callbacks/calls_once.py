# Calls the function for the first value only.
#
# earns: apply 0
# outcome: graded with failures

# %% apply
def apply(f, values):
    return [f(values[0])]

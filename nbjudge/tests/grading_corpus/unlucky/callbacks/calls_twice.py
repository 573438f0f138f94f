# Calls the function twice for each value.
#
# earns: apply 1
# outcome: graded with failures

# %% apply
def apply(f, values):
    for v in values:
        f(v)
    return [f(v) for v in values]

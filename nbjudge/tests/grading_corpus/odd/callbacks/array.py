# Returns an array, of which a list is asked; its comparison is ambiguous.
#
# earns: apply 0
# outcome: graded with failures

# %% apply
def apply(f, values):
    return np.array([f(v) for v in values])

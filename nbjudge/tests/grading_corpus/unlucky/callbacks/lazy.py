# Returns a map, which is no list.
#
# earns: apply 0
# outcome: graded with failures or needs review

# %% apply
def apply(f, values):
    return map(f, values)

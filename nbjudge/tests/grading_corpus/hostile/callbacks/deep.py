# Has the test's function call it, which calls the test's function, and so on.
#
# earns: apply 0 to 2
# outcome: graded with failures or needs review

# %% apply
def apply(f, values):
    return [f(apply)]

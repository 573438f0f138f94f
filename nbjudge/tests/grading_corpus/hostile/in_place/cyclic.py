# Puts the list that it gets into itself.
#
# earns: tidy 0
# outcome: graded with failures or needs review

# %% tidy
def tidy(values):
    values[:] = [values] * 3

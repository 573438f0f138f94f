# Empties the list and shrinks the array that it gets.
#
# earns: tidy 0
# outcome: graded with failures or needs review

# %% tidy
def tidy(values):
    if isinstance(values, list):
        values.clear()
    else:
        values.resize(0, refcheck=False)

# Empties the list, and fills it again; an array has no such methods.
#
# earns: tidy 0
# outcome: graded with failures

# %% tidy
def tidy(values):
    kept = sorted(values)
    values.clear()
    values.extend(kept)

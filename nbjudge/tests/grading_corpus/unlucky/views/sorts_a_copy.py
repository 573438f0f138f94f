# Sorts a copy, and returns it.
#
# earns: tidy 0
# outcome: graded with failures

# %% tidy
def tidy(values):
    return sorted(values)

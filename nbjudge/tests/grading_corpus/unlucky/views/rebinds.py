# Binds the parameter to a sorted list, which the caller does not see.
#
# earns: tidy 0
# outcome: graded with failures

# %% tidy
def tidy(values):
    values = sorted(values)

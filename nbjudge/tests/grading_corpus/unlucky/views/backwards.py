# Sorts the wrong way round.
#
# earns: tidy 0
# outcome: graded with failures

# %% tidy
def tidy(values):
    values.sort()
    values[:] = values[::-1]

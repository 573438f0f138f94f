# Reads one place beyond the end.
#
# earns: total 0
# outcome: graded with failures

# %% total
def total(values):
    return sum(values[i] for i in range(len(values) + 1))

# A loop whose counter does not move.
#
# earns: total 0
# outcome: graded with failures
# limits: short

# %% total
def total(values):
    i = t = 0
    while i < len(values):
        t += values[i]
    return float(t)

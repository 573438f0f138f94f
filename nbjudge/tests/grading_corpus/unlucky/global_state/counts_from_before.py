# Keeps its sum from call to call.
#
# earns: total 0
# outcome: graded with failures

# %% total
t = 0.0


def total(values):
    global t
    for v in values:
        t += v
    return t

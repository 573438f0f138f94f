# Returns inside the loop.
#
# earns: total 0
# outcome: graded with failures

# %% total
def total(values):
    t = 0.0
    for v in values:
        t += v
        return t

# Calls the test's function without end.
#
# earns: apply 0
# limits: short
# outcome: graded with failures

# %% apply
def apply(f, values):
    while True:
        f(1)

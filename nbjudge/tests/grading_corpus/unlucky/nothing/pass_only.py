# Has a function that does nothing.
#
# earns: total 0
# outcome: graded with failures

# %% total
def total(values): ...

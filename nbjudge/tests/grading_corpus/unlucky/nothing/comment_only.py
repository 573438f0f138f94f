# Leaves words where there must be code.
#
# earns: total 0
# outcome: graded with failures

# %% total
# I will do this later.

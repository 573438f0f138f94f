# Binds bytes where text is asked for.
#
# earns: label 0
# outcome: graded with failures

# %% label
label = b"seven"

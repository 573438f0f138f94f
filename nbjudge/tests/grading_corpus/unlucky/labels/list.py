# Binds a list of letters where text is asked for.
#
# earns: label 0
# outcome: graded with failures

# %% label
label = list("seven")

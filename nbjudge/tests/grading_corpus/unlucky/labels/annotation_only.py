# Annotates the name, and binds nothing to it.
#
# earns: label 0
# outcome: graded with failures

# %% label
label: str = ...

# %% case no_value
# Returns nothing.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    pass

# Returns the number as text.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return str(x * x)

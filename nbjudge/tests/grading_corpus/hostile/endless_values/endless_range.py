# Returns a range of 10**15 numbers.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return range(10**15)

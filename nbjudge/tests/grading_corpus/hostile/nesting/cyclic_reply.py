# Returns a list that holds itself.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    found = []
    found.append(found)
    return found

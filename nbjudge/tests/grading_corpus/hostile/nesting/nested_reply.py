# Returns a list of a hundred thousand levels.
#
# earns: square 0
# outcome: needs review

# %% square
def square(x):
    found = []
    for _ in range(100_000):
        found = [found]
    return found

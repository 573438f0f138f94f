# Returns a list that unfolds to 3**60 words.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    found = ["ha"]
    for _ in range(60):
        found = [found, found, found]
    return found

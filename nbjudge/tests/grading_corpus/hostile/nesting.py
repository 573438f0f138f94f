# %% case billion_laughs
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


# %% case cyclic_reply
# Returns a list that holds itself.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    found = []
    found.append(found)
    return found


# %% case nested_reply
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

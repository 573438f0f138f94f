# Samples as tuples of lists.

# %% samples-answer
def three_samples():
    return (["d", "d", "d"], ["d", "d", "a"], ["c", "a", "b"])

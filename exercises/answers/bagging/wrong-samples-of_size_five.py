# As large as the set.

# %% samples-answer
def three_samples():
    return ["aabcd", "bbbde", "abcde"]

# As large as the set.
# The check says "holds 5".

# %% samples-answer
def three_samples():
    return ["aabcd", "bbbde", "abcde"]

# The three differ by the order of the draws only.

# %% samples-answer
def three_samples():
    return ["aab", "aba", "baa"]

# The three differ by the order of the draws only.
# The check says "a bootstrap sample is a multiset".

# %% samples-answer
def three_samples():
    return ["aab", "aba", "baa"]

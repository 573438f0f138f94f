# The entropy, in bits, with 0 log 0 = 0.
# The check says "this is the entropy;".

# %% gini-answer
def gini(counts):
    p = counts / counts.sum(axis=1, keepdims=True)
    return -np.sum(p * np.log2(np.where(p > 0, p, 1)), axis=1)

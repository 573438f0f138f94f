# The chance that two draws are equal.
# The check says "this is the chance that two draws are equal".

# %% gini-answer
def gini(labels):
    shares = np.unique(labels, return_counts=True)[1] / max(len(labels), 1)
    return np.sum(shares**2)

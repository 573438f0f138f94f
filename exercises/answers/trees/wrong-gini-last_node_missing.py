# The loop stops one node early.
# The check says "stop one node early".

# %% gini-answer
def gini(counts):
    found = []
    for i in range(len(counts) - 1):
        shares = counts[i] / counts[i].sum()
        found.append(1 - np.sum(shares**2))
    return np.array(found)

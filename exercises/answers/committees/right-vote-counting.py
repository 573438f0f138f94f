# Counts heads.

# %% vote-answer
def majority(votes, tie):
    votes = np.asarray(votes)
    ayes, noes = np.sum(votes == 1, axis=0), np.sum(votes == -1, axis=0)
    return [1 if a > n else -1 if a < n else tie for a, n in zip(ayes, noes, strict=True)]

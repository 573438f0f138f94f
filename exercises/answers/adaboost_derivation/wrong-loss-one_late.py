# The sum of the votes stops one member early.
# The check says "each loss comes one entry late".

# %% loss-answer
def losses(alphas, votes, y):
    out = [len(y)]
    for k in range(len(alphas)):
        f = alphas[:k] @ votes[:k] / 2
        out.append(np.exp(-y * f).sum())
    return np.array(out)

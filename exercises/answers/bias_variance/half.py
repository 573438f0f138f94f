# A submission that is half right: it splits the squared error well, but its
# shares are turned, and its main prediction knows the truth.

# %% squared-answer
def split_squared(f, y):
    mean = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean((mean - y) ** 2), np.mean(f.var(axis=0))


# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.mean(covariances)


# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c, axis=0) for c in classes]).T


# %% words-answer [markdown]
# The stump errs by bias, the tree by variance.

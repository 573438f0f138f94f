# A submission that is half right: it samples and averages well, but counts a
# member's product with itself as a pair.

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.choice(n, size=n, replace=True)


# %% average-answer
def committee_prediction(predictions):
    return sum(predictions) / len(predictions)


# %% error-answer
def committee_errors(errors):
    average = np.mean(errors**2)
    committee = np.mean(errors.mean(axis=0) ** 2)
    return committee, average, np.mean(errors @ errors.T) / errors.shape[1]


# %% why-answer [markdown]
# Otherwise all members would be the same. It lowers the variance.

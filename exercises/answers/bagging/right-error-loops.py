# By loops over the pairs.

# %% error-answer
def committee_errors(errors):
    m = len(errors)
    committee = np.sum(np.sum(errors, axis=0) ** 2) / m**2 / errors.shape[1]
    average = sum(np.mean(e**2) for e in errors) / m
    products = [np.mean(errors[k] * errors[j]) for k in range(m) for j in range(k)]
    return [committee, average, np.mean(products)]

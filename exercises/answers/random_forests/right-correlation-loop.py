# Pair by pair.

# %% correlation-answer
def mean_correlation(errors):
    pairs = []
    for k in range(len(errors)):
        for j in range(k):
            a, b = errors[k] - np.mean(errors[k]), errors[j] - np.mean(errors[j])
            pairs.append(np.sum(a * b) / np.sqrt(np.sum(a * a) * np.sum(b * b)))
    return sum(pairs) / len(pairs)

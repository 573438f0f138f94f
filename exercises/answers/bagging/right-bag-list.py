# Collects the members' predictions and averages at the end.

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    samples = [rng.choice(len(y), len(y)) for _ in range(m)]
    members = [fit_predict(np.take(X, s, axis=0), np.take(y, s), X_new) for s in samples]
    return np.mean(members, axis=0)

# A submission that is half right: it forgets the copies, and uses an approximation.

# %% scores-answer
def scores(y, said):
    error = np.mean(y != said)
    return {
        "error": error,
        "false_alarms": np.mean(said[y == 0]),
        "missed": 1 - np.mean(said[y == 1]),
        "standard_error": (error * (1 - error) / len(y)) ** 0.5,
    }


# %% split-answer
def honest_split(X, share, rng):
    order = rng.permutation(len(X))
    size = round(share * len(X))
    return order[size:], order[:size]


# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    from scipy.stats import chi2

    return b, c, chi2.sf((b - c) ** 2 / (b + c), 1) if b + c else 1.0


# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    model = RandomForestClassifier(n_estimators=60, random_state=0)
    return model.fit(X_train, y_train).predict(X_new)


# %% question-answer [markdown]
# Each row is a mail. A false alarm is worse than missed spam.

# Adds up member by member.

# %% staged-answer
def staged_errors(alphas, votes, y):
    f, errors = 0, []
    for alpha, vote in zip(alphas, votes, strict=True):
        f = f + alpha * vote / 2
        errors.append(1 - np.mean(np.sign(f) == y))
    return errors

# Returns inside the loop.
# The check says "one error for each of".

# %% staged-answer
def staged_errors(alphas, votes, y):
    errors, f = [], 0
    for alpha, vote in zip(alphas, votes, strict=True):
        f = f + alpha * vote
        errors.append(np.mean(y * f <= 0))
        return np.array(errors)

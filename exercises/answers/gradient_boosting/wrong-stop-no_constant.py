# The list begins after round 1.
# The check says "the list begins with the error of the constant".

# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    f, errors, best = f_0, [], 0
    for m, value in enumerate(values):
        f = f + nu * value
        errors.append(np.mean((y - f) ** 2))
        if errors[m] < errors[best]:
            best = m
        elif m - best == patience:
            break
    return errors, best + 1

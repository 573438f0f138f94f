# The mean absolute error.
# The check says "this is the mean absolute error".

# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    f = np.full(len(y), f_0)
    errors, best = [np.mean(np.abs(y - f))], 0
    for m, value in enumerate(values, start=1):
        f = f + nu * value
        errors.append(np.mean(np.abs(y - f)))
        if errors[m] < errors[best]:
            best = m
        elif m - best == patience:
            break
    return errors, best

# The sum of squares.
# The check says "not the sum".

# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    f = np.full(len(y), f_0)
    errors, best = [np.sum((y - f) ** 2)], 0
    for m, value in enumerate(values, start=1):
        f = f + nu * value
        errors.append(np.sum((y - f) ** 2))
        if errors[m] < errors[best]:
            best = m
        elif m - best == patience:
            break
    return errors, best

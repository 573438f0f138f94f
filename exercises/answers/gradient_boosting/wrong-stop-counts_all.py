# Counts all rounds without an improvement, not only those in a row.
# The check says "you counted all rounds".

# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    f = np.full(len(y), f_0)
    errors, best, bad = [np.mean((y - f) ** 2)], 0, 0
    for m, value in enumerate(values, start=1):
        f = f + nu * value
        errors.append(np.mean((y - f) ** 2))
        if errors[m] < errors[best]:
            best = m
        else:
            bad += 1
            if bad == patience:
                break
    return errors, best

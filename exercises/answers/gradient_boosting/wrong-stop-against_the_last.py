# Compares with the round before instead of the best.
# The check says "you compared each error with the one before".

# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    f = np.full(len(y), f_0)
    errors, bad = [np.mean((y - f) ** 2)], 0
    for value in values:
        f = f + nu * value
        errors.append(np.mean((y - f) ** 2))
        bad = 0 if errors[-1] < errors[-2] else bad + 1
        if bad == patience:
            break
    return errors, int(np.argmin(errors))

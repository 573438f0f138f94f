# All errors at once, then the stop.

# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    stages = f_0 + nu * np.vstack([np.zeros(len(y)), np.cumsum(values, axis=0)])
    errors = ((y - stages) ** 2).mean(axis=1)
    best = waited = m = 0
    while waited < patience and m + 1 < len(errors):
        m += 1
        waited += 1
        if errors[m] < errors[best]:
            best, waited = m, 0
    return list(errors[: m + 1]), best

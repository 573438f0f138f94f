# Row by row.

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    r = np.zeros(len(y))
    for i in range(len(y)):
        if loss == "logistic":
            s = 2 * y[i] - 1
            r[i] = s / (1 + np.exp(s * f[i]))
            continue
        r[i] = y[i] - f[i]
        limit = {"squared": np.inf, "absolute": 1, "huber": delta}[loss]
        if (loss == "absolute" and r[i] != 0) or abs(r[i]) > limit:
            r[i] = limit if r[i] > 0 else -limit
    return r

# Newton from slope and bend; the median by sorting.

# %% leaf-answer
def leaf_step(loss, y, f):
    r = np.sort(y - f)
    if loss == "absolute":
        n = len(r)
        return float(r[n // 2] + r[(n - 1) // 2]) / 2
    p = 0 * f if loss == "squared" else np.exp(f) / (1 + np.exp(f))
    slope = (f - y).sum() if loss == "squared" else (p - y).sum()
    bend = len(y) if loss == "squared" else np.dot(p, 1 - p)
    return -slope / bend

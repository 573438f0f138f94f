# Two scans over the sorted rows: the missing sums on one side, then on the other.

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    order = np.argsort(x)[: len(x) - np.isnan(x).sum()]
    v, G, H = x[order], g.sum(), h.sum()
    found = (-np.inf, None, None)
    for way, G_0, H_0 in [
        ("right", 0.0, 0.0),
        ("left", g[np.isnan(x)].sum(), h[np.isnan(x)].sum()),
    ]:
        for k in range(len(v) - 1):
            G_0, H_0 = G_0 + g[order[k]], H_0 + h[order[k]]
            if v[k] < v[k + 1]:
                bracket = G_0**2 / (H_0 + reg_lambda) + (G - G_0) ** 2 / (H - H_0 + reg_lambda)
                found = max(found, (bracket, (v[k] + v[k + 1]) / 2, way))
    if found[1] is None:
        return None
    return found[1], found[2], (found[0] - G**2 / (H + reg_lambda)) / 2

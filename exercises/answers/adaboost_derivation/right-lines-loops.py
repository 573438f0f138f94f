# Four sums, point by point.

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    one = two = cor = mis = total = 0.0
    for weight, label, vote in zip(w, y, f, strict=True):
        one += weight * np.exp(-0.5 * alpha * label * vote)
        total += weight
        if vote == label:
            cor += weight
        else:
            mis += weight
    for chosen in (y == f, y != f):
        for i in np.flatnonzero(chosen):
            two += w[i] * np.exp(-0.5 * alpha * y[i] * f[i])
    root = np.sqrt(np.exp(alpha))
    return [one, two, cor / root + mis * root, (root - 1 / root) * mis + total / root]

# Looks for the smallest loss by Newton steps instead of a formula.

# %% abstain-answer
def abstaining(w, y, f):
    alpha = 0.0
    for _ in range(100):
        each = w * np.exp(-y * f * alpha / 2)
        alpha += np.clip((each * y * f).sum() / (each * (y * f) ** 2).sum(), -0.5, 0.5) * 2
    return [alpha, (w * np.exp(-y * f * alpha / 2)).sum() / w.sum()]

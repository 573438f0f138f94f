# Asks an array in an `if`.
# The check says "an array has many answers".

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    each = w * np.exp(-alpha * y * f / 2)
    mistakes = w.sum() if f != y else 0
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    last = (up - down) * mistakes + down * w.sum()
    return np.array([each.sum(), each.sum(), last, last])

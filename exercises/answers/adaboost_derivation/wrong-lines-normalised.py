# Divides the weights by their sum.
# The check says "the weights are not divided by their sum here".

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    w = w / w.sum()
    wrong = f != y
    each = w * np.exp(-alpha * y * f / 2)
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return np.array(
        [
            each.sum(),
            each[~wrong].sum() + each[wrong].sum(),
            down * w[~wrong].sum() + up * w[wrong].sum(),
            (up - down) * w[wrong].sum() + down * w.sum(),
        ]
    )

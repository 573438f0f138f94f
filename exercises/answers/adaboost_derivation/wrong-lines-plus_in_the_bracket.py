# A plus in the bracket of the fourth line.
# The check says "in line 4 the mistakes have to lose".

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    wrong = f != y
    each = w * np.exp(-alpha * y * f / 2)
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return np.array(
        [
            each.sum(),
            each[~wrong].sum() + each[wrong].sum(),
            down * w[~wrong].sum() + up * w[wrong].sum(),
            (up + down) * w[wrong].sum() + down * w.sum(),
        ]
    )

# Has alpha where half of it should be.
# The check says "line 1 has exp(alpha) where there should be exp(alpha / 2)".

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    wrong = f != y
    each = w * np.exp(-alpha * y * f)
    up, down = np.exp(alpha), np.exp(-alpha)
    return np.array(
        [
            each.sum(),
            each[~wrong].sum() + each[wrong].sum(),
            down * w[~wrong].sum() + up * w[wrong].sum(),
            (up - down) * w[wrong].sum() + down * w.sum(),
        ]
    )

# Sorts by the product, and so loses the points where the member says 0.

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    right, wrong = y * f == 1, y * f == -1
    each = w * np.exp(-alpha * y * f / 2)
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return np.array(
        [
            each.sum(),
            each[right].sum() + each[wrong].sum(),
            down * w[right].sum() + up * w[wrong].sum(),
            (up - down) * w[wrong].sum() + down * w.sum(),
        ]
    )

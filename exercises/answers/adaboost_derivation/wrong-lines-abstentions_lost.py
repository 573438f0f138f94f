# Sorts by the product, and so loses the points where the member says 0.
# The check says "line 2: where f is 0 a point is in none of your sums".

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

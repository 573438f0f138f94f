# The last sum of the fourth line runs over the points that are right.
# The check says "over which points does the last sum of line 4 run".

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
            (up - down) * w[wrong].sum() + down * w[~wrong].sum(),
        ]
    )

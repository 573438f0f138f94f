# Forgets to add up in the first line.
# The check says "there are four lines, a number each; yours has the shape of no array".

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    wrong = f != y
    each = w * np.exp(-alpha * y * f / 2)
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    third = down * w[~wrong].sum() + up * w[wrong].sum()
    return [each, each.sum(), third, third]

# Uses hits and mistakes in all lines.

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    wrong = f != y
    return np.full(4, (w * np.exp(np.where(wrong, alpha, -alpha) / 2)).sum())

# Uses hits and mistakes in all lines.
# The check says "line 1 is written with y f, not with the indicator".

# %% lines-answer
def lines_of_17(w, y, f, alpha):
    wrong = f != y
    return np.full(4, (w * np.exp(np.where(wrong, alpha, -alpha) / 2)).sum())

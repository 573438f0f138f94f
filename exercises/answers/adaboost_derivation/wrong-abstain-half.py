# Half of the say.
# The check says "this is half of it; the 1/2 is in (14) already".

# %% abstain-answer
def abstaining(w, y, f):
    right, wrong = w[f == y].sum(), w[f == -y].sum()
    alpha = np.log(right / wrong) / 2
    return alpha, (w[f == 0].sum() + 2 * np.sqrt(right * wrong)) / w.sum()

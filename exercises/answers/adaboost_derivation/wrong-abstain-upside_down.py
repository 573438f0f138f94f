# The fraction upside down.
# The check says "the fraction is upside down".

# %% abstain-answer
def abstaining(w, y, f):
    right, wrong = w[f == y].sum(), w[f == -y].sum()
    return np.log(wrong / right), (w[f == 0].sum() + 2 * np.sqrt(right * wrong)) / w.sum()

# Gives half of the silent weight to either side.
# The check says "count as half right and half wrong".

# %% abstain-answer
def abstaining(w, y, f):
    silent = w[f == 0].sum()
    right, wrong = w[f == y].sum() + silent / 2, w[f == -y].sum() + silent / 2
    return np.log(right / wrong), 2 * np.sqrt(right * wrong) / w.sum()

# Leaves out the loss of the silent points.
# The check says "leaves out the loss of the silent points".

# %% abstain-answer
def abstaining(w, y, f):
    right, wrong = w[f == y].sum(), w[f == -y].sum()
    return np.log(right / wrong), 2 * np.sqrt(right * wrong) / w.sum()

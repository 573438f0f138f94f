# Leaves the silent points out of the loss altogether.
# The check says "the others have a loss too".

# %% abstain-answer
def abstaining(w, y, f):
    right, wrong = w[f == y].sum(), w[f == -y].sum()
    return np.log(right / wrong), 2 * np.sqrt(right * wrong) / (right + wrong)

# Returns the loss instead of the factor.

# %% abstain-answer
def abstaining(w, y, f):
    right, wrong = w[f == y].sum(), w[f == -y].sum()
    return np.log(right / wrong), w[f == 0].sum() + 2 * np.sqrt(right * wrong)

# Returns the loss instead of the factor.
# The check says "this is the loss after the round".

# %% abstain-answer
def abstaining(w, y, f):
    right, wrong = w[f == y].sum(), w[f == -y].sum()
    return np.log(right / wrong), w[f == 0].sum() + 2 * np.sqrt(right * wrong)

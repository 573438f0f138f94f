# Returns the say alone.
# The check says "two numbers are asked for".

# %% abstain-answer
def abstaining(w, y, f):
    return np.log(w[f == y].sum() / w[f == -y].sum())

# Counts points without an answer as right.
# The check says "says nothing count as right".

# %% abstain-answer
def abstaining(w, y, f):
    epsilon = w[f == -y].sum() / w.sum()
    return np.log((1 - epsilon) / epsilon), 2 * np.sqrt(epsilon * (1 - epsilon))

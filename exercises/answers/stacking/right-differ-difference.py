# The ambiguity as a difference.

# %% differ-answer
def ambiguity(w, f, y):
    committee = np.mean(np.square(np.dot(w, f) - y))
    members = np.dot(w, np.mean(np.square(f - y), axis=1))
    return [committee, members, members - committee]

# One share for each class.
# The check says "one share for each class".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c) for c in classes])

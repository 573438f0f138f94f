# Returns the three at each point.
# The check says "a mean over the points, one number".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said != y, axis=0), main != y, np.mean(said != main, axis=0)

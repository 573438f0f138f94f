# How often the learner is right.
# The check says "how often the learner is right".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said == y), np.mean(main != y), np.mean(said != main)

# The error rate for the bias.
# The check says "it is the error rate; the bias asks".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said != y), np.mean(said != y), np.mean(said != main)

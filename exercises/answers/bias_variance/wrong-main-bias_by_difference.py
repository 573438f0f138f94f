# The error rate less the variance for the bias.
# The check says "on a biased point variance helps".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    error, variance = np.mean(said != y), np.mean(said != main)
    return error, error - variance, variance

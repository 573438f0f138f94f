# The error rate less the bias for the variance.
# The check says "what helps on biased points is taken off".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    error, bias = np.mean(said != y), np.mean(main != y)
    return error, bias, error - bias

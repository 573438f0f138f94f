# Variance before bias.
# The check says "bias and variance are exchanged".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said != y), np.mean(said != main), np.mean(main != y)

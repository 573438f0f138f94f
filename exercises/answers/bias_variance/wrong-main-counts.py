# Numbers in place of shares.
# The check says "it is a number of mistakes".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.sum(said != y), np.sum(main != y), np.sum(said != main)

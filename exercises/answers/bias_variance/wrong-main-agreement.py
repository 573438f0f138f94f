# The share of answers that agree.
# The check says "that agree with the main prediction".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said != y), np.mean(main != y), np.mean(said == main)

# Compares with the truth.
# The check says "compares with the truth; variance".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said != y), np.mean(main != y), np.mean(said != y)

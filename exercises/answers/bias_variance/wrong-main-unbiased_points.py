# The unbiased points alone.
# The check says "leaves out the points".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    return np.mean(said != y), np.mean(main != y), np.mean((said != main) * (main == y))

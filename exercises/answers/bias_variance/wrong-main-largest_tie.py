# Ties go to the largest class.
# The check says "ties go to the smallest class".

# %% main-answer
def split_by_main(said, y):
    main = np.array([9 - np.bincount(9 - column, minlength=10).argmax() for column in said.T])
    return np.mean(said != y), np.mean(main != y), np.mean(said != main)

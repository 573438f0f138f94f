# The first training set's answers.
# The check says "the answer of the first training set".

# %% main-answer
def split_by_main(said, y):
    main = said[0]
    return np.mean(said != y), np.mean(main != y), np.mean(said != main)

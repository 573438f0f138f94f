# The rounded mean of the classes' numbers.
# The check says "is a mean of the classes' numbers, which is no vote".

# %% main-answer
def split_by_main(said, y):
    main = np.round(said.mean(axis=0))
    return np.mean(said != y), np.mean(main != y), np.mean(said != main)

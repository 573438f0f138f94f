# The median of the classes' numbers.
# The check says "is the median of the classes' numbers".

# %% main-answer
def split_by_main(said, y):
    main = np.median(said, axis=0)
    return np.mean(said != y), np.mean(main != y), np.mean(said != main)

# One main prediction for all points.
# The check says "the same at all points".

# %% main-answer
def split_by_main(said, y):
    main = np.bincount(said.ravel()).argmax()
    return np.mean(said != y), np.mean(main != y), np.mean(said != main)

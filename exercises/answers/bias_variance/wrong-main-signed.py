# Takes off what differs on biased points.
# The check says "are taken off; asked is the share of all".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    sign = np.where(main == y, 1, -1)
    return np.mean(said != y), np.mean(main != y), np.mean(sign * (said != main))

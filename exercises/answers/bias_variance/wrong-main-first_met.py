# Ties go to the class that comes first in the column.
# The check says "yours to the one that comes first".

# %% main-answer
def split_by_main(said, y):
    columns = said.T.tolist()
    main = np.array([sorted(c, key=lambda one: -c.count(one))[0] for c in columns])
    return np.mean(said != y), np.mean(main != y), np.mean(said != main)

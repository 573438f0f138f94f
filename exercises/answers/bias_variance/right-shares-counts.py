# By counting.

# %% shares-answer
def shares(said, classes):
    sets, points = said.shape
    p = np.zeros((len(classes), points))
    for row in said.tolist():
        for i, name in enumerate(row):
            p[list(classes).index(name), i] += 1
    return p / sets

# Forgets the brackets.
# The check says "brackets are missing".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    return np.sum(y - other * way) / np.sum(way**2)

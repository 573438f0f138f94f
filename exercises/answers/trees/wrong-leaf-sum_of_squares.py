# The sum of the squares.
# The check says "the sum of the squares".

# %% leaf-answer
def leaf(y):
    return np.mean(y), np.sum((y - np.mean(y)) ** 2)

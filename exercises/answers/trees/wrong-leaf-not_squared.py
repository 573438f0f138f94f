# Forgets the square.
# The check says "errors above and below the mean cancel".

# %% leaf-answer
def leaf(y):
    return np.mean(y), np.mean(y - np.mean(y))

# Divides by n - 1.
# The check says "your error divides by n - 1".

# %% leaf-answer
def leaf(y):
    return np.mean(y), np.sum((y - np.mean(y)) ** 2) / max(len(y) - 1, 1)

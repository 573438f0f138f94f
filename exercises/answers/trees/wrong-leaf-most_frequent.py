# Answers with the most frequent value.
# The check says "the most frequent value here".

# %% leaf-answer
def leaf(y):
    values, counts = np.unique(y, return_counts=True)
    c = values[counts.argmax()]
    return c, np.mean((y - c) ** 2)

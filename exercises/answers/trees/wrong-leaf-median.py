# Answers with the median.
# The check says "the answer is the median here".

# %% leaf-answer
def leaf(y):
    return np.median(y), np.mean((y - np.median(y)) ** 2)

# Answers with the sum.
# The check says "the answer is the sum of the rows".

# %% leaf-answer
def leaf(y):
    return np.sum(y), np.mean((y - np.mean(y)) ** 2)

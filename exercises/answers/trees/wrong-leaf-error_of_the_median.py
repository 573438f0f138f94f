# The error of another answer.
# The check says "that of the median, another answer".

# %% leaf-answer
def leaf(y):
    return y.mean(), np.mean((y - np.median(y)) ** 2)

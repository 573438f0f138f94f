# The mean of y squared.
# The check says "the mean of y squared".

# %% leaf-answer
def leaf(y):
    return np.mean(y), np.mean(y**2)

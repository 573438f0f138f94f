# The mean under the absolute error.
# The check says "the mean is best for another loss".

# %% start-answer
def start(loss, y):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.mean(y)
    return np.log(np.mean(y) / (1 - np.mean(y)))

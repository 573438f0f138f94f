# The logarithm of the probability.
# The check says "this is the logarithm of a probability".

# %% start-answer
def start(loss, y):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.median(y)
    return np.log(np.mean(y))

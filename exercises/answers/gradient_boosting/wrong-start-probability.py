# The probability instead of the log-odds.
# The check says "this is the probability of class 1".

# %% start-answer
def start(loss, y):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.median(y)
    return np.mean(y)

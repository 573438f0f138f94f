# The odds upside down.
# The check says "Which class stands on top of the fraction?".

# %% start-answer
def start(loss, y):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.median(y)
    return np.log((1 - np.mean(y)) / np.mean(y))

# The most frequent label under the logistic loss.
# The check says "this is the most frequent label".

# %% start-answer
def start(loss, y):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.median(y)
    return int(np.mean(y) > 0.5)

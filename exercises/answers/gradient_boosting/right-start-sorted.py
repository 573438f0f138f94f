# The median by sorting, the log-odds from counts.

# %% start-answer
def start(loss, y):
    y = sorted(y)
    if loss == "squared":
        return sum(y) / len(y)
    if loss == "absolute":
        return (y[len(y) // 2] + y[(len(y) - 1) // 2]) / 2
    ones = sum(y)
    return np.log(ones) - np.log(len(y) - ones)

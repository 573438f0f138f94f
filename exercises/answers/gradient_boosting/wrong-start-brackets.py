# Forgets the brackets below the fraction.
# The check says "brackets are missing".

# %% start-answer
def start(loss, y):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.median(y)
    return np.log(np.mean(y) / 1 - np.mean(y))

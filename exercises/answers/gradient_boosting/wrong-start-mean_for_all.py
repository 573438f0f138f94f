# The mean under every loss.

# %% start-answer
def start(loss, y):
    return np.mean(y)

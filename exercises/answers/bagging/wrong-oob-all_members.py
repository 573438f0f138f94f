# Predicts each row by all members.

# %% oob-answer
def oob_error(predictions, samples, y):
    return np.mean((predictions.mean(axis=0) - y) ** 2)

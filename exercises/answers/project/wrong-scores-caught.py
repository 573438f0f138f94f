# The share of the spam that is caught.
# The check says "this is the share of the spam that it catches".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return {
        "error": error,
        "false_alarms": wrong[y == 0].mean(),
        "missed": 1 - wrong[y == 1].mean(),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

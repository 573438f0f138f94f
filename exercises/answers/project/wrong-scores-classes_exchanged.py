# Takes 0 for spam.

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return {
        "error": error,
        "false_alarms": wrong[y == 1].mean(),
        "missed": wrong[y == 0].mean(),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

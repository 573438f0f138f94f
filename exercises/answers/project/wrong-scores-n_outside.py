# Divides by n outside the root.
# The check says "n belongs below the root".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return {
        "error": error,
        "false_alarms": wrong[y == 0].mean(),
        "missed": wrong[y == 1].mean(),
        "standard_error": np.sqrt(error * (1 - error)) / len(y),
    }

# Takes 0 for spam.
# The check says "share of the spam that is let through. Which class is".

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

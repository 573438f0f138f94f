# The mean of both kinds of mistake for the error.
# The check says "this is the mean of the shares of either kind".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return {
        "error": (wrong[y == 0].mean() + wrong[y == 1].mean()) / 2,
        "false_alarms": wrong[y == 0].mean(),
        "missed": wrong[y == 1].mean(),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

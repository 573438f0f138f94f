# The standard deviation of one mail for the standard error.
# The check says "this is the standard deviation of a single mail".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    return {
        "error": wrong.mean(),
        "false_alarms": wrong[y == 0].mean(),
        "missed": wrong[y == 1].mean(),
        "standard_error": wrong.std(),
    }

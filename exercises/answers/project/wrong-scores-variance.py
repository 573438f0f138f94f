# Forgets the root.
# The check says "this is the variance of the error; the root is missing".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    return {
        "error": wrong.mean(),
        "false_alarms": wrong[y == 0].mean(),
        "missed": wrong[y == 1].mean(),
        "standard_error": wrong.var() / len(y),
    }

# Divides by n - 1.
# The check says "here the error is of n mails, as the task has it".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return {
        "error": error,
        "false_alarms": wrong[y == 0].mean(),
        "missed": wrong[y == 1].mean(),
        "standard_error": wrong.std(ddof=1) / np.sqrt(len(y)),
    }

# The number of wrong mails.
# The check says "this is the number of mails on which it is wrong".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return {
        "error": wrong.sum(),
        "false_alarms": wrong[y == 0].sum(),
        "missed": wrong[y == 1].sum(),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

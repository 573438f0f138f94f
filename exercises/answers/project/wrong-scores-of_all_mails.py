# False alarms and missed spam as shares of all mails.
# The check says "they are a share of the good mails; you divided by all mails".

# %% scores-answer
def scores(y, said):
    error = np.mean(said != y)
    return {
        "error": error,
        "false_alarms": np.mean((said == 1) & (y == 0)),
        "missed": np.mean((said == 0) & (y == 1)),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

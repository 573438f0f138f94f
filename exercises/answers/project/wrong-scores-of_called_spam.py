# False alarms as a share of what is called spam.
# The check says "this is the share of good mails among those *called* spam".

# %% scores-answer
def scores(y, said):
    error = np.mean(said != y)
    return {
        "error": error,
        "false_alarms": np.mean(y[said == 1] == 0),
        "missed": np.mean(y[said == 0] == 1),
        "standard_error": np.sqrt(error * (1 - error) / len(y)),
    }

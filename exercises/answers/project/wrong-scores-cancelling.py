# Mistakes of the two kinds cancel.
# The check says "a false alarm and a missed spam cancel".

# %% scores-answer
def scores(y, said):
    error = np.mean(said - y)
    return {
        "error": error,
        "false_alarms": np.mean((said - y)[y == 0]),
        "missed": np.mean((y - said)[y == 1]),
        "standard_error": np.sqrt(abs(error) * (1 - error) / len(y)),
    }

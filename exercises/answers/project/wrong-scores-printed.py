# Prints the figures.
# The check says "returned nothing (None)".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    print(
        {
            "error": error,
            "false_alarms": wrong[y == 0].mean(),
            "missed": wrong[y == 1].mean(),
            "standard_error": np.sqrt(error * (1 - error) / len(y)),
        }
    )

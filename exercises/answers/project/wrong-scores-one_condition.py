# Asks `if` of an array.
# The check says "an array has many answers".

# %% scores-answer
def scores(y, said):
    wrong = 0
    if said != y:
        wrong += 1
    return {"error": wrong / len(y), "false_alarms": 0, "missed": 0, "standard_error": 0}

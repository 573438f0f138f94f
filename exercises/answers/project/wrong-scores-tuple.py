# A tuple for a dictionary.
# The check says "a dictionary with the keys".

# %% scores-answer
def scores(y, said):
    wrong = said != y
    error = wrong.mean()
    return error, wrong[y == 0].mean(), wrong[y == 1].mean(), np.sqrt(error * (1 - error) / len(y))

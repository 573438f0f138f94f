# From the four counts of a confusion matrix.

# %% scores-answer
def scores(y, said):
    good, spammy = int(np.sum(y == 0)), int(np.sum(y == 1))
    false = int(np.sum(said > y))
    missed = int(np.sum(said < y))
    n = good + spammy
    e = (false + missed) / n
    se = float(np.std(np.abs(y - said))) / n**0.5
    return dict(error=e, false_alarms=false / good, missed=missed / spammy, standard_error=se)

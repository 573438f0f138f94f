# Row by row.

# %% oob-answer
def oob_error(votes, counts, y):
    verdicts = []
    for i in range(len(y)):
        said = votes[counts[:, i] == 0, i]
        if len(said):
            verdicts.append(int(np.mean(said) > 0.5) != y[i])
    return sum(verdicts) / len(verdicts)

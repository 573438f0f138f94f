# Averages over all pairs, those of a member with itself included.

# %% diversity-answer
def disagreement(answers):
    return np.mean(answers[:, None] != answers[None])

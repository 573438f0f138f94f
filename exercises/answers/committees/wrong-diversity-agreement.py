# The share on which two agree.
# The check says "this is the share on which they agree".

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    return ((answers[:, None] == answers[None]).mean(axis=2).sum() - m) / (m * (m - 1))

# The first maximum is what max returns.

# %% learners-answer
def plurality(votes):
    return [max(answers, key=answers.count) for answers in zip(*votes, strict=True)]

# In a tie, the latest learner decides.
# The check says "in a tie you take the class that is named last. The rule is: the one".

# %% learners-answer
def plurality(votes):
    return [max(answers[::-1], key=answers.count) for answers in zip(*votes, strict=True)]

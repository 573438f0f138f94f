# In a tie, the last in the alphabet.
# The check says "the class that comes last in the alphabet".

# %% learners-answer
def plurality(votes):
    return [
        max(sorted(answers, reverse=True), key=answers.count)
        for answers in zip(*votes, strict=True)
    ]

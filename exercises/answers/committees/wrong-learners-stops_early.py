# Returns after the first case.
# The check says "must give 3 answers".

# %% learners-answer
def plurality(votes):
    winners = []
    for answers in zip(*votes, strict=True):
        winners.append(max(answers, key=answers.count))
        return winners

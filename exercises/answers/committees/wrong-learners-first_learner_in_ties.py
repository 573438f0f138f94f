# In a tie the first learner decides, even if nobody else names his class.
# The check says "in a tie you let the first learner decide, also where his class is".

# %% learners-answer
def plurality(votes):
    winners = []
    for answers in zip(*votes, strict=True):
        counts = sorted({c: answers.count(c) for c in answers}.items(), key=lambda item: -item[1])
        tied = len(counts) > 1 and counts[0][1] == counts[1][1]
        winners.append(answers[0] if tied else counts[0][0])
    return winners

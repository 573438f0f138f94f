# In a tie, the first in the alphabet.
# The check says "in a tie you take the class that comes first in the alphabet. The".

# %% learners-answer
def plurality(votes):
    winners = []
    for answers in zip(*votes, strict=True):
        names, counts = np.unique(answers, return_counts=True)
        winners.append(str(names[counts.argmax()]))
    return winners

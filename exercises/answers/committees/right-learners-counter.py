# Counter lists equals in the order in which they first came.

# %% learners-answer
def plurality(votes):
    from collections import Counter

    return np.array([Counter(answers).most_common(1)[0][0] for answers in zip(*votes, strict=True)])

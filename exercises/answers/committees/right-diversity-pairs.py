# Each pair once.

# %% diversity-answer
def disagreement(answers):
    shares = []
    for k in range(len(answers)):
        for j in range(k):
            shares.append(1 - np.mean(answers[k] == answers[j]))
    return np.mean(shares)

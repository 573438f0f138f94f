# Updates from the bottom up, with values that are new already.
# The check says "was overwritten before entry s used it. Go from the largest s down,".

# %% unequal-answer
def number_wrong(rates):
    p = [1.0] + [0.0] * len(rates)
    for rate in rates:
        p[0] *= 1 - rate
        for s in range(1, len(rates) + 1):
            p[s] = p[s] * (1 - rate) + p[s - 1] * rate
    return np.array(p)

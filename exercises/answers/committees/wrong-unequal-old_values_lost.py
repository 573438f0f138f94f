# Updates from the bottom up, with values that are new already.

# %% unequal-answer
def number_wrong(rates):
    p = [1.0] + [0.0] * len(rates)
    for rate in rates:
        p[0] *= 1 - rate
        for s in range(1, len(rates) + 1):
            p[s] = p[s] * (1 - rate) + p[s - 1] * rate
    return np.array(p)

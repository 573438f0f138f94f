# Updates the probabilities from the top down.

# %% unequal-answer
def number_wrong(rates):
    p = [1.0] + [0.0] * len(rates)
    for rate in rates:
        for s in range(len(rates), 0, -1):
            p[s] = p[s] * (1 - rate) + p[s - 1] * rate
        p[0] *= 1 - rate
    return p

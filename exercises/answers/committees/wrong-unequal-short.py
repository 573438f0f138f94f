# m entries in place of m + 1.
# The check says "probabilities; yours has shape".

# %% unequal-answer
def number_wrong(rates):
    p = np.ones(1)
    for rate in rates:
        p = np.convolve(p, [1 - rate, rate])
    return p[:-1]

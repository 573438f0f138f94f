# At most s err.
# The check says "yours is that at most s do".

# %% unequal-answer
def number_wrong(rates):
    p = np.ones(1)
    for rate in rates:
        p = np.convolve(p, [1 - rate, rate])
    return np.cumsum(p)

# Counts those who are right.
# The check says "entry s is the probability that s err; yours is that s are right".

# %% unequal-answer
def number_wrong(rates):
    p = np.ones(1)
    for rate in rates:
        p = np.convolve(p, [rate, 1 - rate])
    return p

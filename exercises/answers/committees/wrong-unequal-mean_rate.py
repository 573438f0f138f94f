# The binomial distribution with the mean rate.
# The check says "this is the binomial distribution with the mean rate. It has the".

# %% unequal-answer
def number_wrong(rates):
    m = len(rates)
    return binom.pmf(np.arange(m + 1), m, np.mean(rates))

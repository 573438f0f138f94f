# Only the first s experts can be the ones who err.

# %% unequal-answer
def number_wrong(rates):
    m = len(rates)
    return np.array([np.prod(rates[:s]) * np.prod(1 - rates[s:]) for s in range(m + 1)])

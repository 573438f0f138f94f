# Only the first s experts can be the ones who err.
# The check says "and yours do not: you count one way for each s, the first s experts.".

# %% unequal-answer
def number_wrong(rates):
    m = len(rates)
    return np.array([np.prod(rates[:s]) * np.prod(1 - rates[s:]) for s in range(m + 1)])

# Hoeffding's bound.
# The check says "s bound, which is larger (weaker)".

# %% bound-answer
def chernoff(rates):
    mean = min(np.mean(rates), 0.5)
    return np.exp(-2 * len(rates) * (0.5 - mean) ** 2)

# The factor 2 is missing.
# The check says "the factor 2 before the root is missing".

# %% bound-answer
def chernoff(rates):
    q = min(np.mean(rates), 0.5)
    return 1.0 if q == 0.5 else np.sqrt(q * (1 - q)) ** len(rates)

# Forgets the power m.
# The check says "the factor counts once for each expert: power m".

# %% bound-answer
def chernoff(rates):
    mean = min(np.mean(rates), 0.5)
    return 2 * np.sqrt(mean * (1 - mean))

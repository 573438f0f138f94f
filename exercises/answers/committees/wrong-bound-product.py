# A factor for each expert by his own rate.

# %% bound-answer
def chernoff(rates):
    rates = np.minimum(rates, 0.5)
    return np.prod(2 * np.sqrt(rates * (1 - rates)))

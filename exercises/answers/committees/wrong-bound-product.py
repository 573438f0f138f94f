# A factor for each expert by his own rate.
# The check says "this multiplies a factor for each expert by his own rate. That is no".

# %% bound-answer
def chernoff(rates):
    rates = np.minimum(rates, 0.5)
    return np.prod(2 * np.sqrt(rates * (1 - rates)))

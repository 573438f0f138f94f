# A factor for each rate.
# The check says "one number is asked for".

# %% bound-answer
def chernoff(rates):
    return (2 * np.sqrt(rates * (1 - rates))) ** len(rates)

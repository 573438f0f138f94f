# Uses the formula above 1/2 too.
# The check says "the experts are worse than a coin, and the only bound left is".

# %% bound-answer
def chernoff(rates):
    mean = np.mean(rates)
    return (2 * np.sqrt(mean * (1 - mean))) ** len(rates)

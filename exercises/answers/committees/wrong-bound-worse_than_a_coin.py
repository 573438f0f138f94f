# Uses the formula above 1/2 too.

# %% bound-answer
def chernoff(rates):
    mean = np.mean(rates)
    return (2 * np.sqrt(mean * (1 - mean))) ** len(rates)

# Without the square root.
# The check says "the square root is missing".

# %% bound-answer
def chernoff(rates):
    mean = min(np.mean(rates), 0.5)
    return (4 * mean * (1 - mean)) ** len(rates)

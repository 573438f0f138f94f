# Without the square root.

# %% bound-answer
def chernoff(rates):
    mean = min(np.mean(rates), 0.5)
    return (4 * mean * (1 - mean)) ** len(rates)

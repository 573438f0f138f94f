# By logarithms, with the case of a bad mean apart.

# %% bound-answer
def chernoff(rates):
    mean = sum(rates) / len(rates)
    if mean > 0.5:
        return 1.0
    if mean == 0:
        return 0.0
    return float(np.exp(len(rates) / 2 * np.log(4 * mean * (1 - mean))))

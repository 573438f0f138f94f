# As a difference of logarithms.

# %% say-answer
def say(epsilon):
    with np.errstate(divide="ignore"):
        return float(np.log1p(-epsilon) - np.log(epsilon))

# Uses the exponential, which proves less.
# The check says "this is what the exponential proves".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.exp(-2 * np.cumsum((0.5 - epsilons) ** 2))
    proved = np.flatnonzero(bound < 1 / n)
    return int(proved[0]) + 1 if len(proved) else None

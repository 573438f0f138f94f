# Takes a bound of exactly 1/n for a proof.
# The check says "the bound must be below 1/n".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(2 * np.sqrt(epsilons * (1 - epsilons)))
    proved = np.flatnonzero(bound <= 1 / n)
    return int(proved[0]) + 1 if len(proved) else None

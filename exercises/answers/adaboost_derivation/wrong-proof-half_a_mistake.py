# Asks for a bound below 1/(2n).
# The check says "this is where the product is below 1/(2n)".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(2 * np.sqrt(epsilons * (1 - epsilons)))
    proved = np.flatnonzero(bound < 1 / (2 * n))
    return int(proved[0]) + 1 if len(proved) else None

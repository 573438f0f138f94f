# Forgets the 2 in Z.

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(np.sqrt(epsilons * (1 - epsilons)))
    proved = np.flatnonzero(bound < 1 / n)
    return int(proved[0]) + 1 if len(proved) else None

# Forgets the 2 in Z.
# The check says "the 2 before the root of Z is missing".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(np.sqrt(epsilons * (1 - epsilons)))
    proved = np.flatnonzero(bound < 1 / n)
    return int(proved[0]) + 1 if len(proved) else None

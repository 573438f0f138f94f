# The index of the round instead of the number of rounds.
# The check says "Do you count rounds from 0?".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(2 * np.sqrt(epsilons * (1 - epsilons)))
    proved = np.flatnonzero(bound < 1 / n)
    return int(proved[0]) if len(proved) else None

# Prints the number instead of returning it.
# The check says "yours is None on every input".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(2 * np.sqrt(epsilons * (1 - epsilons)))
    proved = np.flatnonzero(bound < 1 / n)
    print(int(proved[0]) + 1 if len(proved) else None)

# Stops at the first bound that proves it; Z by the edge.

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = 1.0
    for t, epsilon in enumerate(epsilons, start=1):
        bound *= np.sqrt(1 - (1 - 2 * epsilon) ** 2)
        if n * bound < 1:
            return t

# Draws the numbers one by one.

# %% draw
def draw(rng, n):
    return np.array([rng.normal() for _ in range(n)])

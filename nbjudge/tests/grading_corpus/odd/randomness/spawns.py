# Spawns a generator of its own besides.

# %% draw
def draw(rng, n):
    rng.spawn(1)
    return rng.normal(size=n)

# Returns what it draws in a list.

# %% draw
def draw(rng, n):
    return list(rng.normal(size=n))

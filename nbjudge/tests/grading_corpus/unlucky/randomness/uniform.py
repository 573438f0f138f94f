# Draws from another distribution.
#
# earns: draw 0
# outcome: graded with failures

# %% draw
def draw(rng, n):
    return rng.uniform(size=n)

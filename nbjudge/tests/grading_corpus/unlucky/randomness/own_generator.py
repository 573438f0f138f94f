# Draws from a generator of its own.
#
# earns: draw 0
# outcome: graded with failures

# %% draw
def draw(rng, n):
    return np.random.default_rng().normal(size=n)

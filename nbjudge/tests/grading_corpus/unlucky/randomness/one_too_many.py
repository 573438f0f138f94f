# Draws one number more than it returns.
#
# earns: draw 0 to 2
# outcome: graded or graded with failures

# %% draw
def draw(rng, n):
    return rng.normal(size=n + 1)[:n]

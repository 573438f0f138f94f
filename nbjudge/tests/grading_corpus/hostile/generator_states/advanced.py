# Advances the generators by 2**60 numbers.
#
# earns: draw 0
# outcome: graded with failures or needs review

# %% draw
def draw(rng, n):
    if hasattr(rng.bit_generator, "advance"):
        rng.bit_generator.advance(2**60)
    return np.zeros(n)

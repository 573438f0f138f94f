# Spawns a hundred thousand children, which leaves the numbers as they are.
#
# earns: draw 0
# outcome: graded with failures or needs review

# %% draw
def draw(rng, n):
    rng.bit_generator.seed_seq.spawn(100_000)
    return np.zeros(n)

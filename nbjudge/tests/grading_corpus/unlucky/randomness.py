# %% case one_too_many
# Draws one number more than it returns.
#
# earns: draw 0 to 2
# outcome: graded or graded with failures

# %% draw
def draw(rng, n):
    return rng.normal(size=n + 1)[:n]


# %% case own_generator
# Draws from a generator of its own.
#
# earns: draw 0
# outcome: graded with failures


# %% draw
def draw(rng, n):
    return np.random.default_rng().normal(size=n)


# %% case uniform
# Draws from another distribution.
#
# earns: draw 0
# outcome: graded with failures


# %% draw
def draw(rng, n):
    return rng.uniform(size=n)

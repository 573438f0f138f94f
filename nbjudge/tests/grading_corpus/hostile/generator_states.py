# %% case advanced
# Advances the generators by 2**60 numbers.
#
# earns: draw 0
# outcome: graded with failures or needs review

# %% draw
def draw(rng, n):
    if hasattr(rng.bit_generator, "advance"):
        rng.bit_generator.advance(2**60)
    return np.zeros(n)


# %% case children
# Spawns a hundred thousand children, which leaves the numbers as they are.
#
# earns: draw 0
# outcome: graded with failures or needs review


# %% draw
def draw(rng, n):
    rng.bit_generator.seed_seq.spawn(100_000)
    return np.zeros(n)


# %% case never_drawn
# Returns the same five numbers each time, and draws none.
#
# earns: draw 0
# outcome: graded with failures

# %% draw
kept = np.random.default_rng(0).normal(size=9)


def draw(rng, n):
    return kept[:n]


# %% case own_class
# Returns a generator of a class of its own where numbers are asked for.
#
# earns: draw 0
# outcome: graded with failures or needs review


# %% draw
class Mine(np.random.Generator):
    pass


def draw(rng, n):
    return Mine(np.random.PCG64(0))


# %% case rewound
# Puts the test's generators back to where they were, so that both draw the same.
#
# earns: draw 0
# outcome: graded with failures or needs review


# %% draw
def draw(rng, n):
    rng.bit_generator.state = type(rng.bit_generator)(0).state
    return rng.normal(size=n)


# %% case zeros
# Sets the test's generators to states that give zeros, and returns zeros.
#
# earns: draw 0
# outcome: graded with failures or needs review


# %% draw
def draw(rng, n):
    bits = rng.bit_generator
    state = bits.state
    if state["bit_generator"] == "PCG64":
        state["state"] = {"state": 0, "inc": 0}
    elif state["bit_generator"] == "SFC64":
        state["state"]["state"][:3] = 0
    elif state["bit_generator"] == "Philox":
        state["buffer"][:] = 0
        state["buffer_pos"] = 0
    else:
        state["state"]["key"][:] = 0
    bits.state = state
    return np.zeros(n)

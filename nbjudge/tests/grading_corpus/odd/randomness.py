# %% case global_seed
# Seeds the global generator, which nobody asked for.

# %% draw
import random

np.random.seed(1)
random.seed(1)


def draw(rng, n):
    random.random()
    return rng.normal(size=n)


# %% case list
# Returns what it draws in a list.


# %% draw
def draw(rng, n):
    return list(rng.normal(size=n))


# %% case one_by_one
# Draws the numbers one by one.


# %% draw
def draw(rng, n):
    return np.array([rng.normal() for _ in range(n)])


# %% case scaled_standard
# Draws standard normal numbers by another method.


# %% draw
def draw(rng, n):
    return 0 + 1 * rng.standard_normal(n)


# %% case spawns
# Spawns a generator of its own besides.


# %% draw
def draw(rng, n):
    rng.spawn(1)
    return rng.normal(size=n)

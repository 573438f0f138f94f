# Divides by zero.

# %% say-answer
def say(epsilon):
    import math

    return math.log((1 - epsilon) / epsilon)

# Divides by zero.
# The check says "the say grows without limit, so say(".

# %% say-answer
def say(epsilon):
    import math

    return math.log((1 - epsilon) / epsilon)

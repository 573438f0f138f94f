# By a loop.

# %% weight-answer
def best_weight(y, one, other):
    above = below = 0.0
    for target, first, second in zip(y, one, other, strict=False):
        above += (second - target) * (second - first)
        below += (second - first) ** 2
    return above / below

# Calls itself as often as it may.

# %% total
def total(values, depth=0):
    if depth < 500:
        return total(values, depth + 1)
    return float(sum(values))

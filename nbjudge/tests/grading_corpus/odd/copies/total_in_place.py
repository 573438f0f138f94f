# Empties a copy of what it gets.

# %% total
def total(values):
    values = list(values)
    t = 0
    while values:
        t += values.pop()
    return t

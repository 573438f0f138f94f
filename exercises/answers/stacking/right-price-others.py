# With the product of all others' deviations.

# %% price-answer
def charged(f, y, price):
    apart = f - f.mean(axis=0)
    others = apart.sum(axis=0) - apart
    return ((f - y) ** 2 + price * apart * others).mean(axis=1)

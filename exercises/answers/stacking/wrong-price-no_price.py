# Forgets the price.
# The check says "the price is missing".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - (f - f.mean(axis=0)) ** 2, axis=1)

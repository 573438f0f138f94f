# The price multiplies both.
# The check says "belongs to the second square alone".

# %% price-answer
def charged(f, y, price):
    return price * np.mean((f - y) ** 2 - (f - f.mean(axis=0)) ** 2, axis=1)

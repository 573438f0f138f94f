# The price multiplies the error.
# The check says "belongs to the second square, not to the error".

# %% price-answer
def charged(f, y, price):
    return np.mean(price * (f - y) ** 2 - (f - f.mean(axis=0)) ** 2, axis=1)

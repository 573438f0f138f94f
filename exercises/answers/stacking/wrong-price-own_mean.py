# Each member's own mean over the rows.
# The check says "each member's own, over the rows".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - price * (f - f.mean(axis=1, keepdims=True)) ** 2, axis=1)

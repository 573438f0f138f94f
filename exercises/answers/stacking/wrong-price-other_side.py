# Mixes in 1 - price from the other side.
# The check says "on the other side of the equation".

# %% price-answer
def charged(f, y, price):
    return np.mean((1 - price) * (f - y) ** 2 - price * (f - f.mean(axis=0)) ** 2, axis=1)

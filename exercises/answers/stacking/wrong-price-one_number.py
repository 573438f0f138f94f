# Averages over the members as well.
# The check says "yours is one number".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - price * (f - f.mean(axis=0)) ** 2)

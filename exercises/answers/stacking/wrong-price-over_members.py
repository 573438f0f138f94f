# Averages over the members.
# The check says "a number for each row".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - price * (f - f.mean(axis=0)) ** 2, axis=0)

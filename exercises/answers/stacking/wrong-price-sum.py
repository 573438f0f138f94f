# Adds up over the rows.
# The check says "this is a sum over the rows".

# %% price-answer
def charged(f, y, price):
    return np.sum((f - y) ** 2 - price * (f - f.mean(axis=0)) ** 2, axis=1)

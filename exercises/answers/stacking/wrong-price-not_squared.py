# Forgets the second square.
# The check says "is to be squared".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - price * np.abs(f - f.mean(axis=0)), axis=1)

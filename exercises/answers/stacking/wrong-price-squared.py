# Squares the price.
# The check says "the price is squared".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - (price * (f - f.mean(axis=0))) ** 2, axis=1)

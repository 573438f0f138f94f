# Members are charged for differing.
# The check says "members are paid for differing".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 + price * (f - f.mean(axis=0)) ** 2, axis=1)

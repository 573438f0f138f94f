# Nothing comes off for differing.
# The check says "this is the error alone".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2, axis=1)

# One mean for all rows.
# The check says "one mean for all rows".

# %% price-answer
def charged(f, y, price):
    return np.mean((f - y) ** 2 - price * (f - f.mean()) ** 2, axis=1)

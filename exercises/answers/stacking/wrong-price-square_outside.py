# Squares after the mean over the rows.
# The check says "the square stands inside the mean".

# %% price-answer
def charged(f, y, price):
    apart = f - f.mean(axis=0)
    return np.mean((f - y) ** 2, axis=1) - price * np.mean(apart, axis=1) ** 2

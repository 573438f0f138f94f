# Prints what members pay.
# The check says "returned nothing (None)".

# %% price-answer
def charged(f, y, price):
    apart = f - f.mean(axis=0)
    print(np.mean((f - y) ** 2 - price * apart**2, axis=1))

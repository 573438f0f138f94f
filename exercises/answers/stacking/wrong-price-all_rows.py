# Does not average over the rows.
# The check says "has all of them".

# %% price-answer
def charged(f, y, price):
    return (f - y) ** 2 - price * (f - f.mean(axis=0)) ** 2

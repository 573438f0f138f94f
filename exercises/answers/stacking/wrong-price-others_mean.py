# The mean of the other members.
# The check says "the member itself is one of them".

# %% price-answer
def charged(f, y, price):
    others = (f.sum(axis=0) - f) / (len(f) - 1)
    return np.mean((f - y) ** 2 - price * (f - others) ** 2, axis=1)

# The other side of the equation, with one member.
# The check says "the other side of the equation with a member".

# %% price-answer
def charged(f, y, price):
    together = f.mean(axis=0)
    return (1 - price) * np.mean((f - y) ** 2, axis=1) + price * np.mean((together - y) ** 2)

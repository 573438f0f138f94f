# Member by member.

# %% price-answer
def charged(f, y, price):
    together = np.mean(f, axis=0)
    return [np.mean((one - y) ** 2) - price * np.mean((one - together) ** 2) for one in f]

# Rounds the answer down.
# The check says "rounded down".

# %% leaf-answer
def leaf(y):
    c = sum(y) // len(y)
    return c, np.mean((y - c) ** 2)

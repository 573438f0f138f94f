# Answers halfway between the smallest and the largest row.
# The check says "halfway between the smallest".

# %% leaf-answer
def leaf(y):
    c = (y.min() + y.max()) / 2
    return c, np.mean((y - c) ** 2)

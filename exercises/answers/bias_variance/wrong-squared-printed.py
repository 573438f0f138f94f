# Prints the three.
# The check says "returned nothing (None)".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    print(np.mean((f - y) ** 2), np.mean((c - y) ** 2), np.mean(f.var(axis=0)))

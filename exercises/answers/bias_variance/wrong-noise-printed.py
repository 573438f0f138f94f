# Prints the three.
# The check says "returned nothing (None)".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    print(np.mean(y.var(axis=0)), np.mean(b**2), np.mean(f.var(axis=0)))

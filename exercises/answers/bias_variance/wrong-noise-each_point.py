# Returns the three at each point.
# The check says "a mean over the points, one number".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return y.var(axis=0), b**2, f.var(axis=0)

# By loops.

# %% squared-answer
def split_squared(f, y):
    sets, points = f.shape
    error = bias = variance = 0.0
    for i in range(points):
        mean = sum(f[:, i]) / sets
        bias += (y[i] - mean) ** 2 / points
        for d in range(sets):
            error += (y[i] - f[d, i]) ** 2 / sets / points
            variance += (f[d, i] - mean) ** 2 / sets / points
    return error, bias, variance

# By loops.

# %% rates-answer
def split_by_shares(p, right):
    classes, points = p.shape
    error = bias = variance = 0.0
    for i in range(points):
        error += (1 - p[right[i], i]) / points
        variance += (1 - sum(p[c, i] * p[c, i] for c in range(classes))) / 2 / points
        for c in range(classes):
            bias += ((1.0 if c == right[i] else 0.0) - p[c, i]) ** 2 / 2 / points
    return error, bias, variance

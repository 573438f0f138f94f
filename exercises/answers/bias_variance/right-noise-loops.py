# By loops.

# %% noise-answer
def split_noise(f, y):
    noise = bias = variance = 0.0
    points = f.shape[1]
    for i in range(points):
        truth, mean = sum(y[:, i]) / len(y), sum(f[:, i]) / len(f)
        noise += sum((v - truth) ** 2 for v in y[:, i]) / len(y) / points
        variance += sum((v - mean) ** 2 for v in f[:, i]) / len(f) / points
        bias += (truth - mean) ** 2 / points
    return noise, bias, variance

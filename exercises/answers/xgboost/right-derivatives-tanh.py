# By the hyperbolic tangent, into arrays of its own.

# %% derivatives-answer
def squared(y, f):
    slopes = [float(prediction) - float(label) for label, prediction in zip(y, f, strict=True)]
    return slopes, [1.0] * len(slopes)


def logistic(y, f):
    half = np.tanh(np.asarray(f) / 2)
    g = (1 + half) / 2 - y
    return np.vstack([g, (1 - half**2) / 4])

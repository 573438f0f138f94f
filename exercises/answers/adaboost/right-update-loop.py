# Point by point.

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = [w[i] * (np.exp(alpha) if f[i] != y[i] else 1.0) for i in range(len(w))]
    return [value / sum(fresh) for value in fresh]

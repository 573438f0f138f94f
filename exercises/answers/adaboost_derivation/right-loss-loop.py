# Multiplies each point's loss, round after round, in a list.

# %% loss-answer
def losses(alphas, votes, y):
    loss = np.ones(len(y))
    out = [float(len(y))]
    for alpha, f in zip(alphas, votes, strict=True):
        loss = loss * np.exp(-alpha * y * f / 2)
        out.append(loss.sum())
    return out

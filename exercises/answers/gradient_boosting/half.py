# A submission that is half right: it knows the start and the stop, but takes the mean
# of the pseudo-residuals in every leaf, and forgets the learning rate.

# %% start-answer
def start(loss, y):
    share = np.mean(y)
    best = {"squared": share, "absolute": np.median(y)}
    return best[loss] if loss in best else np.log(share / (1 - share))


# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    return np.mean(np.sign(y - f))


# %% round-answer
def one_round(y, f, grow, nu):
    leaf = grow(np.sign(y - f))
    return f + np.array([np.median((y - f)[leaf == j]) for j in leaf])


# %% stop-answer
def early_stopping(f_0, values, nu, y, patience):
    f = f_0 + np.zeros(len(y))
    errors = [np.mean((y - f) ** 2)]
    for value in values:
        if len(errors) - 1 - np.argmin(errors) == patience:
            break
        f = f + nu * value
        errors.append(np.mean((y - f) ** 2))
    return errors, int(np.argmin(errors))


# %% words-answer [markdown]
# The start is the logarithm of the mean. The step is too long.

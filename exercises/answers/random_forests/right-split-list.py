# Lists all splits, and takes the least.

# %% split-answer
def best_split(X, y, features, impurity):
    found = []
    for j in features:
        values = sorted(set(X[:, j].tolist()))
        for place in range(len(values) - 1):
            low, high = values[place], values[place + 1]
            left, right = y[X[:, j] <= low], y[X[:, j] >= high]
            value = (len(left) * impurity(left) + len(right) * impurity(right)) / len(y)
            found.append((value, int(j), (low + high) / 2))
    if not found:
        return None
    value, j, t = min(found)
    return (j, t, value)

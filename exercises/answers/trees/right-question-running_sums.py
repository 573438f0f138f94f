# By sorting a column once, and running sums.

# %% question-answer
def best_question(X, y):
    best, n = None, len(y)
    for j in range(X.shape[1]):
        order = np.argsort(X[:, j], kind="stable")
        x, target = X[order, j], y[order]
        sums, total = 0.0, np.sum(y)
        for i in range(1, n):
            sums += target[i - 1]
            if x[i] == x[i - 1]:
                continue
            fit = sums**2 / i + (total - sums) ** 2 / (n - i)
            after = (np.sum(y**2) - fit) / n
            if best is None or after < best[2]:
                best = (j, (x[i] + x[i - 1]) / 2, after)
    return best

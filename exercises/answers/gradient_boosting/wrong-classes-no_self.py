# Fit gives back nothing.
# The check says "fit must give back the model itself".

# %% classes-answer
class BoostedClassifier:
    def __init__(self, grow, M, nu):
        self.grow, self.M, self.nu = grow, M, nu

    def fit(self, X, y):
        self.f_0 = np.log(np.mean(y) / (1 - np.mean(y)))
        self.rounds = []
        f = np.full(len(y), self.f_0)
        for _ in range(self.M):
            p = 1 / (1 + np.exp(-f))
            leaf_of = self.grow(X, y - p)
            leaf = leaf_of(X)
            steps = {}
            for j in np.unique(leaf):
                rows = leaf == j
                steps[j] = np.sum((y - p)[rows]) / np.sum((p * (1 - p))[rows])
            change = np.array([steps[j] for j in leaf])
            f = f + self.nu * change
            self.rounds.append((leaf_of, steps))

    def decision_function(self, X):
        f = np.full(len(X), self.f_0)
        for leaf_of, steps in self.rounds:
            change = np.array([steps[j] for j in leaf_of(X)])
            f = f + self.nu * change
        return f

    def probability(self, X):
        return 1 / (1 + np.exp(-self.decision_function(X)))

    def predict(self, X):
        return (self.decision_function(X) > 0).astype(int)

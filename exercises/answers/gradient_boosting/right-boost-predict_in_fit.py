# Fit asks predict for the model so far.

# %% boost-answer
class Boosting:
    def __init__(self, learn, M, nu):
        self.learn, self.M, self.nu = learn, M, nu

    def fit(self, X, y):
        self.steps = [lambda X: np.full(len(X), y.mean())]
        for _ in range(self.M):
            self.steps.append(self.shrunk(self.learn(X, y - self.predict(X))))
        return self

    def shrunk(self, tree):
        return lambda X: self.nu * tree(X)

    def predict(self, X):
        return np.sum([step(X) for step in self.steps], axis=0)

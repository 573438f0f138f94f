# Keeps the residual instead of the model; predict as one sum.

# %% boost-answer
class Boosting:
    def __init__(self, learn, M, nu):
        self.learn, self.M, self.nu = learn, M, nu

    def fit(self, X, y):
        self.start = sum(y) / len(y)
        self.members = []
        left = y - self.start
        while len(self.members) < self.M:
            self.members += [self.learn(X, left)]
            left = left - self.nu * self.members[-1](X)
        return self

    def predict(self, X):
        return self.start + self.nu * sum((tree(X) for tree in self.members), np.zeros(len(X)))

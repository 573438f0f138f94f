# Leaves out the stumps that say the same of every point.
# The check says "The best one says the same of every point: do you try those?".

# %% stump-answer
class Stump:
    def fit(self, X, y, w):
        smallest, self.j, self.t, self.sign = np.inf, 0, X[0, 0], 1
        for j in range(X.shape[1]):
            values = np.unique(X[:, j])
            for t in (values[1:] + values[:-1]) / 2:
                for sign in (1, -1):
                    error = w[np.where(X[:, j] > t, sign, -sign) != y].sum()
                    if error < smallest:
                        smallest, self.j, self.t, self.sign = error, j, t, sign
        return self

    def predict(self, X):
        return np.where(X[:, self.j] > self.t, self.sign, -self.sign)

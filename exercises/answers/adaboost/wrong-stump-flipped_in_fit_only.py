# Fit judges x < t with ties on the other side than predict, which says x > t.
# The check says "the best stump is wrong on a weight of".

# %% stump-answer
class Stump:
    def fit(self, X, y, w):
        smallest = np.inf
        for j in range(X.shape[1]):
            for t in np.unique(X[:, j]):
                f = np.where(X[:, j] < t, -1, 1)
                error, sign = w[f != y].sum(), 1
                if error > w.sum() / 2:
                    error, sign = w.sum() - error, -1
                if error < smallest:
                    smallest, self.j, self.t, self.sign = error, j, t, sign
        return self

    def predict(self, X):
        return np.where(X[:, self.j] > self.t, self.sign, -self.sign)

# Flips by 1 - error in fit, and forgets it in predict.
# The check says "Turned around it would be as good as the best: which way round does".

# %% stump-answer
class Stump:
    def fit(self, X, y, w):
        smallest = np.inf
        for j in range(X.shape[1]):
            for t in X[:, j]:
                error = w[np.where(X[:, j] > t, 1, -1) != y].sum() / w.sum()
                if min(error, 1 - error) < smallest:
                    smallest, self.j, self.t = min(error, 1 - error), j, t
        return self

    def predict(self, X):
        return np.where(X[:, self.j] > self.t, 1, -1)

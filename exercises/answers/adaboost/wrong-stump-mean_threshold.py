# Takes the mean of each feature for the threshold.
# The check says "the best stump is wrong on a weight of".

# %% stump-answer
class Stump:
    def fit(self, X, y, w):
        smallest = np.inf
        for j in range(X.shape[1]):
            t = X[:, j].mean()
            for sign in (1, -1):
                error = w[np.where(X[:, j] > t, sign, -sign) != y].sum()
                if error < smallest:
                    smallest, self.j, self.t, self.sign = error, j, t, sign
        return self

    def predict(self, X):
        return np.where(X[:, self.j] > self.t, self.sign, -self.sign)

# Row by row.

# %% boost-answer
class Booster:
    def __init__(self, f0, rounds, learning_rate, reg_lambda):
        self.f0, self.m, self.nu, self.reg_lambda = f0, rounds, learning_rate, reg_lambda
        self.trees = []

    def fit(self, X, y, derivatives, split):
        for _ in range(self.m):
            g, h = derivatives(y, np.array(self.predict(X)))
            place = split(X, g, h)
            if place is None:
                break
            weights = {}
            for goes_left in (True, False):
                rows = [i for i in range(len(X)) if (X[i, place[0]] < place[1]) == goes_left]
                H = sum(h[i] for i in rows) + self.reg_lambda
                weights[goes_left] = -sum(g[i] for i in rows) / H if rows else 0.0
            self.trees.append((place, weights))
        return self

    def predict(self, X):
        return [
            self.f0 + sum(self.nu * w[bool(row[j] < t)] for (j, t), w in self.trees) for row in X
        ]

# predict prints.
# The check says "predict returned nothing (None)".

# %% stump-answer
class Stump:
    def fit(self, X, y, w):
        return self

    def predict(self, X):
        print(np.ones(len(X)))

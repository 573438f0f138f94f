# %% case array_that_lies
# An array of a class that answers every comparison and ufunc with True.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar(np.ndarray):
    def __eq__(self, other):
        return np.ones(self.shape, bool)

    def __array_ufunc__(self, *a, **k):
        return np.array(True)

    def __array_function__(self, *a, **k):
        return True


def square(x):
    return np.zeros(np.shape(x)).view(Liar)

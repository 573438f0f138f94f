# A bound method.

# %% square
class Tools:
    n = 2

    def square(self, x):
        if x is None:
            raise ValueError
        return x**self.n


square = Tools().square

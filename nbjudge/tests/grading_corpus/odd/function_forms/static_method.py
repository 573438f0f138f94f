# A static method, bound to the name.

# %% square
class Tools:
    @staticmethod
    def square(x):
        if x is None:
            raise ValueError
        return x * x


square = Tools.square

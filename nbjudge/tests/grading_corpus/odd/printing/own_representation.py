# Shows an object that describes itself in many ways.

# %% square
class Shown:
    def __repr__(self):
        return "a" * 1000

    def _repr_html_(self):
        return "<script>alert(1)</script>"

    def _repr_png_(self):
        return b"no picture"


def square(x):
    if x is None:
        raise ValueError
    return x * x


Shown()

# New syntax.

# %% square
def square(x):
    match x:
        case None:
            raise ValueError
        case _ if (y := x * x) is not None:
            return y

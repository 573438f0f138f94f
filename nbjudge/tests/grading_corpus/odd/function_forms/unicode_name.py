# A name in letters that Python takes for plain ones.

# %% square
def ｓｑｕａｒｅ(x):
    if x is None:
        raise ValueError
    return x * x

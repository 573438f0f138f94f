# Has names in many alphabets.

# %% square
def квадрат(χ):
    if χ is None:
        raise ValueError
    return χ * χ


平方 = квадрат
square = 平方

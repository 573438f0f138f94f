# By loops.

# %% leaf-answer
def leaf(y):
    n, total = len(y), 0.0
    for value in y:
        total = total + value
    squares = 0.0
    for value in y:
        squares = squares + (value - total / n) ** 2
    return total / n, squares / n

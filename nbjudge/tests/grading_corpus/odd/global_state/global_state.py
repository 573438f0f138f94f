# Counts its calls in a global.

# %% square
count = 0


def square(x):
    global count
    count += 1
    if x is None:
        raise ValueError
    return x * x

# %% case letters_of_the_world
# Has names in many alphabets.

# %% square
def квадрат(χ):
    if χ is None:
        raise ValueError
    return χ * χ


平方 = квадрат
square = 平方


# %% case the_tests_own
# Uses the names that the tests use, for other things.

# %% square
xs = expected = hidden_word = stack = values = means = "mine"


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case underscores
# Has names that begin with underscores.

# %% square
_, __, ___ = 1, 2, 3


def __square(x):
    if x is None:
        raise ValueError
    return x * x


square = __square

# %% case calls_what_it_was_not_given
# Calls functions of the checker's by guessed numbers.
#
# earns: apply 0 to 2
# outcome: graded with failures or needs review

# %% apply
def apply(f, values):
    others = []
    for number in range(-3, 9):
        try:
            f._number = number
            others.append(
                type(f)(f.__code__, f.__globals__, "from_the_test", None, f.__closure__)(1)
            )
        except BaseException:
            pass
    return others


# %% case deep
# Has the test's function call it, which calls the test's function, and so on.
#
# earns: apply 0 to 2
# outcome: graded with failures or needs review


# %% apply
def apply(f, values):
    return [f(apply)]


# %% case endless
# Calls the test's function without end.
#
# earns: apply 0
# limits: short
# outcome: graded with failures


# %% apply
def apply(f, values):
    while True:
        f(1)


# %% case fake_number
# Gives a function of its own the marks of one of the test's.
#
# earns: square 0
# outcome: graded with failures or needs review


# %% square
def from_the_test(*args):
    return 9


from_the_test._number = 0


def square(x):
    return from_the_test


# %% case keeps_the_tests_function
# Keeps the function that one test passes in, and calls it in the next.
#
# earns: apply 1
# outcome: graded with failures or needs review

# %% apply
kept = []


def apply(f, values):
    kept.append(f)
    return [kept[0](v) for v in values]


# %% case passes_objects
# Calls the test's function with objects that take part in its arithmetic.
#
# earns: apply 0
# outcome: needs review


# %% apply
class Part:
    def __add__(self, other):
        return 2

    __radd__ = __mul__ = __rmul__ = __add__


def apply(f, values):
    return [f(Part()) for v in values]

# %% case float_that_lies
# A float whose comparisons and differences lie.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar(float):
    def __eq__(self, other):
        return True

    def __sub__(self, other):
        return 0.0

    __rsub__ = __sub__


def square(x):
    return Liar(1)


# %% case int_that_lies
# An int whose comparisons, differences and absolute value lie.
#
# earns: square 0
# outcome: needs review


# %% square
class Liar(int):
    def __eq__(self, other):
        return True

    def __abs__(self):
        return 0

    def __sub__(self, other):
        return 0


def square(x):
    return Liar(7)

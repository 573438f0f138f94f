# %% case float_conversion_that_lies
# An object that converts to the number that the visible test wants.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar:
    def __float__(self):
        return 9.0

    def __index__(self):
        return 9

    def __rsub__(self, other):
        return 0

    def __sub__(self, other):
        return 0

    def __abs__(self):
        return 0

    def __lt__(self, other):
        return True

    def __eq__(self, other):
        return True


def square(x):
    return Liar()

# %% case always_equal
# An object that claims to equal anything.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 1


def square(x):
    return Liar()

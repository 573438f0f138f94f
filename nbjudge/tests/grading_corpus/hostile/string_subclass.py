# %% case str_that_lies
# A string that claims to equal anything.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


def square(x):
    return Liar("9")

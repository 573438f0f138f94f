# %% case class_that_claims_int
# An object that says it is of class int.
#
# earns: square 0
# outcome: graded with failures

# %% square
class Liar:
    __class__ = int

    def __eq__(self, other):
        return True


def square(x):
    return Liar()

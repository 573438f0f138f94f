# %% case excepthook
# Takes away what reports exceptions.
#
# earns: square 0
# outcome: graded with failures

# %% square
import sys

sys.excepthook = sys.unraisablehook = lambda *a: None


def square(x):
    return x


# %% case raises_a_liar
# An exception that fails when it is printed.
#
# earns: square 0
# outcome: graded with failures


# %% square
class Oops(Exception):
    def __str__(self):
        raise RuntimeError


def square(x):
    raise Oops()


# %% case raises_value_error
# Always raises what one of the tests expects.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    raise ValueError("as the test wants")

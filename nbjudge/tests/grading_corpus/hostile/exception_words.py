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

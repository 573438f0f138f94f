# %% case guessed_names
# Binds names that the tests may use, and returns what they hold.
#
# earns: square 0
# outcome: graded with failures

# %% square
expected = None
xs = None
hidden_word = None
outcome = "passed"
score = 99
_expected = None


def square(x):
    return globals()["expected"] if globals()["expected"] is not None else x


# %% case numpy_rebound
# Binds np to an object that says True to everything.
#
# earns: square 0
# outcome: graded with failures


# %% square
class Fake:
    def __getattr__(self, name):
        return lambda *a, **k: True


np = Fake()


def square(x):
    return x


# %% case own_test_cells
# Leaves values behind that look like those of tests.
#
# earns: square 0
# outcome: graded with failures

# %% square
assert True
square_check = "passed"
1.0


def square(x):
    return x

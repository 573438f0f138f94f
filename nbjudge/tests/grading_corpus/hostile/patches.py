# %% case builtins_patched
# Replaces builtins that the tests use.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
import builtins

builtins.abs = lambda x: 0
builtins.range = lambda *a: []
builtins.AssertionError = Warning


def square(x):
    return x


# %% case names_rebound
# Binds names of builtins that the tests use.
#
# earns: square 0
# outcome: graded with failures

# %% square
range = lambda *a: []
abs = lambda x: 0
AssertionError = Warning


def square(x):
    return x


# %% case numpy_testing_patched
# Replaces NumPy's assertions and comparisons.
#
# earns: square 0
# outcome: graded with failures

# %% square
np.testing.assert_allclose = lambda *a, **k: None
np.allclose = np.isclose = np.array_equal = lambda *a, **k: True


def square(x):
    return x

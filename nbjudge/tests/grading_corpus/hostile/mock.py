# %% case any_from_mock
# The object of unittest.mock that equals anything.
#
# earns: square 0
# outcome: needs review

# %% square
from unittest.mock import ANY


def square(x):
    return ANY


# %% case mock
# A mock, which has every method and lets every comparison be.
#
# earns: square 0
# outcome: needs review

# %% square
from unittest.mock import MagicMock


def square(x):
    return MagicMock()

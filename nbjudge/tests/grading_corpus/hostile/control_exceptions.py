# %% case raises_exit
# Ends the test by SystemExit with status 0.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    raise SystemExit(0)


# %% case raises_generator_exit
# Ends the test by GeneratorExit.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    raise GeneratorExit


# %% case raises_interrupt
# Ends the test by KeyboardInterrupt.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    raise KeyboardInterrupt


# %% case raises_skip
# Skips the test by unittest's exception.
#
# earns: square 0
# outcome: graded with failures

# %% square
import unittest


def square(x):
    raise unittest.SkipTest("skip")


# %% case raises_stop
# Ends loops of the test by StopIteration.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    raise StopIteration

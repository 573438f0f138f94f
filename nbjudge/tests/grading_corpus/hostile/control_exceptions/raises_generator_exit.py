# Ends the test by GeneratorExit.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    raise GeneratorExit

# Ends the test by KeyboardInterrupt.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    raise KeyboardInterrupt

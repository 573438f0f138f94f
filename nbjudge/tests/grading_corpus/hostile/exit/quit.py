# Quits, as one does in a terminal.
#
# earns: square 0
# outcome: graded with failures

# %% square
quit()


def square(x):
    return x

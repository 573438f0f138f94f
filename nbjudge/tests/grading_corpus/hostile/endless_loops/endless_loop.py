# A loop without end in a cell.
#
# earns: square 0
# outcome: graded with failures
# words: the time limit of 0.5 seconds of computing
# limits: short

# %% square
while True:
    pass


def square(x):
    return x

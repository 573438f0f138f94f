# A loop without end in a function.
#
# earns: square 0
# outcome: graded with failures
# limits: short

# %% square
def square(x):
    while True:
        pass

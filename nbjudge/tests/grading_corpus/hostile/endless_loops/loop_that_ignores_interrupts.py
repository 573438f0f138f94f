# A loop without end that swallows interrupts.
#
# earns: square 0
# outcome: graded with failures
# limits: short

# %% square
def square(x):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

# %% case endless_loop
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


# %% case endless_loop_in_function
# A loop without end in a function.
#
# earns: square 0
# outcome: graded with failures
# limits: short


# %% square
def square(x):
    while True:
        pass


# %% case loop_that_ignores_interrupts
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

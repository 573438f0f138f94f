# Asks for the number when it is called.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    x = float(input("x? "))
    return x * x

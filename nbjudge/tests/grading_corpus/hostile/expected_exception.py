# %% case raises_value_error
# Always raises what one of the tests expects.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    raise ValueError("as the test wants")

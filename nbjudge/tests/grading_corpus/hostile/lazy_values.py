# %% case generator
# A generator where a number is asked for.
#
# earns: square 0
# outcome: needs review

# %% square
def square(x):
    yield from (9, 9)

# Returns an integer of ten million bits.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return 1 << 10_000_000

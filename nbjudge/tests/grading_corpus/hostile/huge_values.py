# %% case huge_integer
# Returns an integer of ten million bits.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return 1 << 10_000_000


# %% case huge_reply
# Returns an array of half a gigabyte.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    return np.zeros(60_000_000)

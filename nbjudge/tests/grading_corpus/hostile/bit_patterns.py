# %% case bool_with_two
# Booleans that hold neither 0 nor 1.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return np.frombuffer(b"\x02" * 20, np.bool_)

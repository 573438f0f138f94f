# Makes a million files.
#
# earns: square 0
# outcome: graded with failures

# %% square
for n in range(10**6):
    open(f"f{n}", "w").close()


def square(x):
    return x

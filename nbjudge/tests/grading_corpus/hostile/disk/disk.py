# Writes a file without end.
#
# earns: square 0
# outcome: graded with failures
# words: the limit of 16 MB on what may be written

# %% square
with open("big", "wb") as f:
    while True:
        f.write(bytes(2**22))


def square(x):
    return x

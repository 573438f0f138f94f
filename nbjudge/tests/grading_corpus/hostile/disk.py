# %% case disk
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


# %% case files
# Makes a million files.
#
# earns: square 0
# outcome: graded with failures

# %% square
for n in range(10**6):
    open(f"f{n}", "w").close()


def square(x):
    return x

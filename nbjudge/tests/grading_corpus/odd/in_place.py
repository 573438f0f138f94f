# %% case bubbles
# Sorts by swaps.

# %% tidy
def tidy(values):
    for i in range(len(values)):
        for j in range(len(values) - 1 - i):
            if values[j] > values[j + 1]:
                values[j], values[j + 1] = values[j + 1], values[j]


# %% case pops
# Empties the list, and fills it again; an array has no such methods.
#
# earns: tidy 0
# outcome: graded with failures


# %% tidy
def tidy(values):
    kept = sorted(values)
    values.clear()
    values.extend(kept)


# %% case slices
# Puts sorted values into the same list.


# %% tidy
def tidy(values):
    values[:] = sorted(values)

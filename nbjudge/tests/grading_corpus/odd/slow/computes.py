# Computes for some tenths of a second.

# %% label
for n in range(2_000_000):
    pass
label = "seven"

# Keeps the function that one test passes in, and calls it in the next.
#
# earns: apply 1
# outcome: graded with failures or needs review

# %% apply
kept = []


def apply(f, values):
    kept.append(f)
    return [kept[0](v) for v in values]

# A letter that is not in the set.
# The check says "which is not one of a, b, c, d, e".

# %% samples-answer
def three_samples():
    return ["aaf", "bcd", "eee"]

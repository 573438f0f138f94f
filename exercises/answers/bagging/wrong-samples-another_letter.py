# A letter that is not in the set.

# %% samples-answer
def three_samples():
    return ["aaf", "bcd", "eee"]

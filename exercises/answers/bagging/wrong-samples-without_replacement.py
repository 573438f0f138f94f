# No letter comes up twice.

# %% samples-answer
def three_samples():
    return ["abc", "bcd", "eda"]

# No letter comes up twice.
# The check says "without replacement: no letter comes up twice".

# %% samples-answer
def three_samples():
    return ["abc", "bcd", "eda"]

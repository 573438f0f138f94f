# Two samples.
# The check says "three samples are asked for; yours are 2".

# %% samples-answer
def three_samples():
    return ["aac", "bbd"]

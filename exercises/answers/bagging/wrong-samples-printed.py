# Prints the samples instead of returning them.
# The check says "returned nothing (None)".

# %% samples-answer
def three_samples():
    print(["aac", "bde", "eee"])

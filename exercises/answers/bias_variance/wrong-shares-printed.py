# Prints the shares.
# The check says "returned nothing (None)".

# %% shares-answer
def shares(said, classes):
    print(np.array([np.mean(said == c, axis=0) for c in classes]))

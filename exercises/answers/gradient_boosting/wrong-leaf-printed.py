# Prints instead of returning.
# The check says "returned nothing (None)".

# %% leaf-answer
def leaf_step(loss, y, f):
    print(np.mean(y - f))

# Prints the say instead of returning it.
# The check says "returned nothing (None)".

# %% say-answer
def say(epsilon):
    print(np.log((1 - epsilon) / epsilon))

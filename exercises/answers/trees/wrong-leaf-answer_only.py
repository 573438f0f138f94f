# Returns the answer alone.
# The check says "two numbers are asked for".

# %% leaf-answer
def leaf(y):
    return np.mean(y)

# Returns error and answer in the other order.
# The check says "error and answer are exchanged".

# %% leaf-answer
def leaf(y):
    return np.var(y), np.mean(y)

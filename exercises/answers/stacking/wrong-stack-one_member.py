# Only the first member is asked.
# The check says "yours asked only [0]".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    first = np.asarray(members[0](X, y, X_new))
    return final(z, y, np.repeat(first[:, None], len(members), axis=1))

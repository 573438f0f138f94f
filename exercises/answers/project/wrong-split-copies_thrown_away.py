# Throws copies away.
# The check says "Copies are to be kept together, not thrown away".

# %% split-answer
def honest_split(X, share, rng):
    first = np.unique(X, axis=0, return_index=True)[1]
    first = rng.permutation(first)
    size = round(share * len(first))
    return first[size:], first[:size]

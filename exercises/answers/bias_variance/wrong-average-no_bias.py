# The bias averages out.
# The check says "averaging does not remove a bias".

# %% average-answer
def averaged(biases, covariances):
    return 0.0, np.mean(covariances)

# The median of the members.
# The check says "this is the median".

# %% average-answer
def committee_prediction(predictions):
    return np.median(predictions, axis=0)

# A single number, the mean of all.
# The check says "The average goes over the members".

# %% average-answer
def committee_prediction(predictions):
    return np.mean(predictions)

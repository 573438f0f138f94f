# The factor 1/m is missing.
# The check says "this is the sum of the members".

# %% average-answer
def committee_prediction(predictions):
    return predictions.sum(axis=0)

# Divides by m - 1.
# The check says "this divides by m - 1".

# %% average-answer
def committee_prediction(predictions):
    return predictions.sum(axis=0) / (len(predictions) - 1)

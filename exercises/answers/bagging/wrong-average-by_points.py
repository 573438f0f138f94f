# Divides by the number of points.
# The check says "divides by 5, the number of points".

# %% average-answer
def committee_prediction(predictions):
    return predictions.sum(axis=0) / predictions.shape[1]

# Prints the prediction instead of returning it.
# The check says "returned nothing (None)".

# %% average-answer
def committee_prediction(predictions):
    print(predictions.mean(axis=0))

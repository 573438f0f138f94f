# Adds up member by member.

# %% average-answer
def committee_prediction(predictions):
    total = 0
    for prediction in predictions:
        total = total + np.asarray(prediction) / len(predictions)
    return list(total)

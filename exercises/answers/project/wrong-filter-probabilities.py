# Returns probabilities.
# The check says "Are these probabilities?".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    forest = RandomForestClassifier(n_estimators=60, random_state=3)
    return forest.fit(X_train, y_train).predict_proba(X_new)[:, 1]

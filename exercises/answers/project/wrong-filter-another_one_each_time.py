# A forest without a fixed random_state.
# The check says "Is `random_state` fixed?".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return RandomForestClassifier(n_estimators=60).fit(X_train, y_train).predict(X_new)

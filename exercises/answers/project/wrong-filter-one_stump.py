# A single stump.
# The check says "It says what a single stump says".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return AdaBoostClassifier(n_estimators=1).fit(X_train, y_train).predict(X_new)

# Exchanges the classes.
# The check says "are the classes exchanged?".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return 1 - AdaBoostClassifier(n_estimators=100).fit(X_train, y_train).predict(X_new)

# Answers with -1 and 1.
# The check says "belong to the derivation of AdaBoost".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return AdaBoostClassifier(n_estimators=100).fit(X_train, 2 * y_train - 1).predict(X_new)

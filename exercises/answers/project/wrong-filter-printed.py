# Prints the answers.
# The check says "returned nothing (None)".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    print(AdaBoostClassifier(n_estimators=100).fit(X_train, y_train).predict(X_new))

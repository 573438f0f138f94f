# Lets everything through.

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return np.zeros(len(X_new), dtype=int)

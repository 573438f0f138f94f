# Lets everything through.
# The check says "It says the same of every mail".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return np.zeros(len(X_new), dtype=int)

# Goes by one word.
# The check says "An ensemble of many members does better".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    return (X_new[:, spam.feature_names.index("free")] > 0).astype(int)

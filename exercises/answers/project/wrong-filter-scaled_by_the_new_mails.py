# Scales the new mails by themselves.
# The check says "it uses the new mails to set itself up".

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    from sklearn.linear_model import LogisticRegression

    train, new = np.log(X_train + 0.1), np.log(X_new + 0.1)
    train = (train - train.mean(axis=0)) / (train.std(axis=0) + 1e-9)
    new = (new - new.mean(axis=0)) / (new.std(axis=0) + 1e-9)
    return LogisticRegression(C=0.1, max_iter=1000).fit(train, y_train).predict(new)

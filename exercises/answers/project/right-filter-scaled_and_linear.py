# Logistic regression on logarithms, scaled by the training mails.

# %% filter-answer
def filter_mail(X_train, y_train, X_new):
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, StandardScaler

    logs = FunctionTransformer(lambda X: np.log(X + 0.1))
    model = make_pipeline(logs, StandardScaler(), LogisticRegression(C=0.1, max_iter=1000))
    return model.fit(X_train, y_train).predict(X_new)

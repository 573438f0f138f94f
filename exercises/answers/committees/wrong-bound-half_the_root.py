# 1 - mu is missing.
# The check says "1 - mu is missing under the root".

# %% bound-answer
def chernoff(rates):
    q = np.mean(rates)
    return 1.0 if q > 0.5 else (2 * np.sqrt(q)) ** len(rates)

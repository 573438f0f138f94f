# Prints instead of returning.
# The check says "returned nothing (None)".

# %% start-answer
def start(loss, y):
    print({"squared": np.mean(y), "absolute": np.median(y)}.get(loss, np.log(np.sum(y))))

# Compares all pairs.

# %% gini-answer
def gini(labels):
    labels = list(labels)
    n = len(labels)
    return sum(a != b for a in labels for b in labels) / n**2 if n else 0

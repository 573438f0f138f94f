# By loops.

# %% differ-answer
def ambiguity(w, f, y):
    n = len(y)
    committee = members = differ = 0.0
    for i in range(n):
        said = sum(weight * member[i] for weight, member in zip(w, f, strict=False))
        committee += (said - y[i]) ** 2 / n
        for weight, member in zip(w, f, strict=False):
            members += weight * (member[i] - y[i]) ** 2 / n
            differ += weight * (member[i] - said) ** 2 / n
    return committee, members, differ
